import { pathToFileURL } from 'node:url'
import { bindToParent } from '../process/bindToParent.ts'
import { findUndeclared } from './findUndeclared.ts'
import { loadProxy, type StartProxy } from './startProxy.ts'

// Runs Prism's proxy in this process, with the upstream from the first message: `child <folder> <prism's entry> <description>`.
const [node = '', , folder = '', entry = '', description = ''] = process.argv
bindToParent(folder)
const instructions = new Promise<{ upstream: string }>((resolve) => process.once('message', resolve))
findUndeclared(entry)

// Prism does not catch the error for a response whose Content-Type cannot be parsed, so it would end and the run with it.
// Instead, tell the parent, which gives up on that one request.
process.on('unhandledRejection', (reason) => {
  console.error(reason)
  process.send?.({ lost: reason instanceof Error ? reason.message : String(reason) })
})

// Not awaited, so that its error goes to the same listener.
void runProxy(loadProxy(entry))

async function runProxy(startProxy: StartProxy | undefined): Promise<void> {
  const { upstream } = await instructions
  if (startProxy) {
    console.log(`Prism is listening on ${await startProxy(description, upstream)}`)
    return
  }
  // Port 0 means any free port.
  const flags = ['--port', '0', '--host', '127.0.0.1', '--cors', 'false', '--errors', 'false']
  process.argv = [node, entry, 'proxy', description, ...flags, upstream]
  await import(pathToFileURL(entry).href)
}
