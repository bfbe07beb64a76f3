import { quote, quoteForShell, quoteKey } from '../ui/quote.ts'

/** Where an application finds the mock, and what it sends. */
export type Connection = {
  /** The base URL for programs, and the one for the app, which has no origin if the app is served from the mock's own. */
  absolute: string
  base: string
  /** What begins the names of variables that reach the page. */
  envPrefix: string
  path: string
  limitName: string
  token: string
}

/** Code that sends the operation's request, for each client. */
export const clients: Readonly<Record<string, { note: string; write: (connection: Connection) => string }>> =
  {
    curl: {
      note: '',
      write: ({ absolute, path, token }) =>
        `curl ${quoteForShell(absolute + path)} -H ${quoteForShell(`Authorization: Bearer ${token}`)}`,
    },
    fetch: {
      note: '',
      write: ({ base, path, token }) => `const response = await fetch(${quote(base + path)}, {
  headers: { Authorization: ${quote(`Bearer ${token}`)} },
})
const plants = await response.json()`,
    },
    'openapi-fetch': {
      note: 'The types are those of the contract, from plant-store-kit/types.',
      write: ({ base, path, limitName, token }) => `import createClient from 'openapi-fetch'
import type { paths } from 'plant-store-kit/types'

const client = createClient<paths>({
  baseUrl: ${quote(base)},
  headers: { Authorization: ${quote(`Bearer ${token}`)} },
})
const { data, error } = await client.GET(${quote(path)}, {
  params: { query: { ${quoteKey(limitName)}: 5 } },
})`,
    },
    axios: {
      note: '',
      write: ({ base, path, token }) => `import axios from 'axios'

const client = axios.create({
  baseURL: ${quote(base)},
  headers: { Authorization: ${quote(`Bearer ${token}`)} },
})
const { data } = await client.get(${quote(path)})`,
    },
    '.env': {
      note: 'Vite only passes variables that begin with VITE_ to the page, and Next.js those with NEXT_PUBLIC_.',
      write: ({ base, envPrefix, token }) =>
        `${envPrefix}PLANT_STORE_URL=${base}\n${envPrefix}PLANT_STORE_TOKEN=${token}`,
    },
  }
