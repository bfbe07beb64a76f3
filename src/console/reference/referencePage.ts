import { readAdminToken } from '../adminToken.ts'
import { find } from '../ui/element.ts'

declare global {
  interface Window {
    /** Defined by vendor/swagger-ui. */
    SwaggerUIBundle?: (options: Record<string, unknown>) => unknown
  }
}

const dark = matchMedia('(prefers-color-scheme: dark)')
dark.addEventListener('change', followColourScheme)
followColourScheme()
renderReference()

/** Swagger UI has a dark mode, but does not follow the system's colour scheme. */
function followColourScheme(): void {
  document.documentElement.classList.toggle('dark-mode', dark.matches)
}

function renderReference(): void {
  const place = find('reference-body', HTMLElement)
  place.textContent = ''
  window.SwaggerUIBundle?.({
    domNode: place,
    url: '/__admin/openapi.yaml',
    requestInterceptor: authorize,
    // The console has its own request form, which explains the responses.
    supportedSubmitMethods: [],
    docExpansion: 'full',
    defaultModelsExpandDepth: 2,
    validatorUrl: null,
  })
}

type OutgoingRequest = { headers: Record<string, string> }

function authorize(request: OutgoingRequest): OutgoingRequest {
  const token = readAdminToken()
  if (token !== undefined) request.headers.Authorization = `Bearer ${token}`
  return request
}
