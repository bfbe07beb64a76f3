import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

// Runs Prism's proxy in this process: `prismChild <prism's package.json> <description> <upstream>`. Starts the proxy as Prism's command
// does, with the same functions of Prism's packages, but without the command's log, which takes a lot of CPU time. If the start fails, for
// example because another version of Prism has other packages, runs Prism's command.
const [node = '', , manifest = '', description = '', upstream = ''] = process.argv
const load = createRequire(manifest)
try {
  const { getHttpOperationsFromSpec } = load('@stoplight/prism-http')
  const { createServer } = load('@stoplight/prism-http-server')
  const { createLogger } = load('@stoplight/prism-core')
  const server = createServer(await getHttpOperationsFromSpec(description), {
    cors: false,
    components: { logger: createLogger('PROXY', { level: 'silent' }) },
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      // Do not validate requests, because the kit ignores violations in its own requests.
      validateRequest: false,
      checkSecurity: false,
      validateResponse: true,
      // With `errors: true`, Prism would replace the server's response.
      errors: false,
      mock: { dynamic: false },
    },
  })
  console.log(`Prism is listening on ${await server.listen(0, '127.0.0.1')}`)
} catch {
  // Port 0 means any free port.
  const flags = ['--port', '0', '--host', '127.0.0.1', '--cors', 'false', '--errors', 'false']
  const command = join(dirname(manifest), load(manifest).bin.prism)
  process.argv = [node, command, 'proxy', description, upstream, ...flags]
  await import(pathToFileURL(command).href)
}
