import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'

const TYPES: Record<string, string> = {
  html: 'text/html',
  ts: 'text/javascript',
  js: 'text/javascript',
  mjs: 'text/javascript',
}

/** Serves this folder, with TypeScript as JavaScript, so that the page needs no bundler. */
export function serve(port: number): Promise<Server> {
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    const file = pathname === '/' ? '/index.html' : pathname
    try {
      const text = await readFile(new URL(`.${file}`, import.meta.url), 'utf8')
      const type = TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
      response
        .writeHead(200, { 'Content-Type': type })
        .end(file.endsWith('.ts') ? stripTypeScriptTypes(text) : text)
    } catch {
      response.writeHead(404).end()
    }
  })
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)))
}
