import { quote, quoteForShell, quoteKey } from '../ui/quote.ts'

/** Where an application finds the mock, and what it sends. */
export type Connection = { base: string; path: string; limitName: string; token: string }

/** Code that sends the operation's request, for each client. */
export const clients: Readonly<Record<string, { note: string; write: (connection: Connection) => string }>> =
  {
    curl: {
      note: '',
      write: ({ base, path, token }) =>
        `curl ${quoteForShell(base + path)} -H ${quoteForShell(`Authorization: Bearer ${token}`)}`,
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
      write: ({ base, token }) => `PLANT_STORE_URL=${base}\nPLANT_STORE_TOKEN=${token}`,
    },
  }
