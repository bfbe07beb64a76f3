import { createServer, get } from 'node:http'

// Answers every request with the headers and the body of a response from another server, to measure the cost of `node:http` alone. Usage:
// bareServer.mjs URL TOKEN

const [url, token] = process.argv.slice(2)
get(url, { headers: { authorization: `Bearer ${token}` } }, (response) => {
  const chunks = []
  response.on('data', (chunk) => chunks.push(chunk))
  response.on('end', () => {
    const body = Buffer.concat(chunks)
    // Node.js itself sends these headers.
    const headers = Object.entries(response.headersDistinct).flatMap(([name, values]) =>
      ['date', 'connection', 'keep-alive'].includes(name) ? [] : [name, values.join(', ')],
    )
    const server = createServer((_request, reply) => {
      reply.writeHead(response.statusCode, headers)
      reply.end(body)
    })
    server.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`))
  })
})
