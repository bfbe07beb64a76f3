import { adminToken } from '../adminToken.ts'
import { find } from '../ui/element.ts'

declare global {
  interface Window {
    /** What vendor/swagger-ui brings. */
    SwaggerUIBundle?: (options: Record<string, unknown>) => unknown
  }
}

const dark = matchMedia('(prefers-color-scheme: dark)')
dark.addEventListener('change', followScheme)
followScheme()
draw()

/** Swagger UI knows a dark scheme, but not when it is wanted. */
function followScheme(): void {
  document.documentElement.classList.toggle('dark-mode', dark.matches)
}

function draw(): void {
  const place = find('reference-body', HTMLElement)
  place.textContent = ''
  window.SwaggerUIBundle?.({
    domNode: place,
    url: '/__admin/openapi.yaml',
    requestInterceptor: authorised,
    // The console asks, and explains what comes.
    supportedSubmitMethods: [],
    docExpansion: 'full',
    defaultModelsExpandDepth: 2,
    validatorUrl: null,
  })
}

type Outgoing = { headers: Record<string, string> }

function authorised(request: Outgoing): Outgoing {
  const token = adminToken()
  if (token !== undefined) request.headers.Authorization = `Bearer ${token}`
  return request
}
