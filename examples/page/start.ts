import { startMock } from 'plant-store-kit'
import { serve } from './serve.ts'

const [mock] = await Promise.all([startMock(), serve(5173)])
console.log(`The page is at http://127.0.0.1:5173, the mock at ${mock.url}`)
