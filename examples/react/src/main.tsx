import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Plants } from './Plants.tsx'

// Replace this token with the token from your login. In development, use one of the mock's tokens. The mock also knows token-bob (other
// plants) and token-empty (no plants).
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
// Request the plants again when the user chooses a scenario in the corner of the page, or in the mock's console.
if (import.meta.env.DEV)
  window.addEventListener('plant-store-scenario', (event) => {
    event.preventDefault()
    round += 1
    show()
  })
