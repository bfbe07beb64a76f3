import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Plants } from './Plants.tsx'

// Your login goes here. In development, it is a token of the mock, which also knows token-bob, who has other plants, and token-empty,
// who has none.
const token = localStorage.getItem('token') ?? (import.meta.env.DEV ? 'token-alice' : '')
const root = createRoot(document.querySelector('main') ?? document.body)
let round = 0

function show(): void {
  root.render(
    <StrictMode>
      <Plants key={round} token={token} />
    </StrictMode>,
  )
}

show()
// Requests the plants again when a scenario is chosen in the corner of the page, or in the console of the mock.
if (import.meta.env.DEV)
  window.addEventListener('plant-store-scenario', (event) => {
    event.preventDefault()
    round += 1
    show()
  })
