import { request } from 'node:http'
import { json } from 'node:stream/consumers'

/** Calls the mock's control API on a connection of its own, which `fetch` would keep. Resolves to the JSON of the response. */
export function callControl(port: number, path: string, body?: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'PUT'
    request({ port, host: '127.0.0.1', method, path: `/__admin${path}`, agent: false }, (response) => {
      json(response).then(resolve, reject)
    })
      .on('error', reject)
      .end(body && JSON.stringify(body))
  })
}
