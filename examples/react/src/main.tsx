import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Plants } from './Plants.tsx'

// Replace this with your login. In development, the token is one of the mock's tokens. The mock also knows token-bob, who has other plants,
// and token-empty, who has none.
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
// Requests the plants again when a scenario is chosen in the corner of the page, or in the mock's console.
if (import.meta.env.DEV)
  window.addEventListener('plant-store-scenario', (event) => {
    event.preventDefault()
    round += 1
    show()
  })
