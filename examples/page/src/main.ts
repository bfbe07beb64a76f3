import { showPlants } from './showPlants.ts'

// The mock in Vite's server answers below any prefix. In production, this is the path of your service.
await showPlants(document.querySelector('main') ?? document.body, { baseUrl: '/api' })
