import { showPlants } from './showPlants.ts'

// The mock in Vite's server answers under any prefix. In production, `/api` is the path of your service.
await showPlants(document.querySelector('main') ?? document.body, { baseUrl: '/api' })
