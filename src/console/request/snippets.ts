import { quote, quoteForShell, quoteKey } from '../ui/quote.ts'
import {
  buildRequestHeaders,
  buildRequestUrl,
  buildSelfContainedUrl,
  type FormRequest,
} from './formRequest.ts'

/** A request as code, in each language that the page offers. */
export const snippets = {
  curl: (request: FormRequest): string => {
    const headers = buildRequestHeaders(request).map((header) => ` -H ${quoteForShell(header.join(': '))}`)
    return `curl -si${headers.join('')} ${quoteForShell(buildRequestUrl(request))}`
  },
  fetch: (request: FormRequest): string => {
    const headers = buildRequestHeaders(request).map(
      ([name, value]) => `    ${quoteKey(name)}: ${quote(value)},\n`,
    )
    const options = headers.length > 0 ? `, {\n  headers: {\n${headers.join('')}  },\n}` : ''
    return `const response = await fetch(${quote(buildRequestUrl(request))}${options})\nconst plants = await response.json()`
  },
  url: buildSelfContainedUrl,
}
