import { pathToFileURL } from 'node:url'
import { bindToParent } from '../process/bindToParent.ts'
import { findUndeclared } from './findUndeclared.ts'
import { loadProxy, type RunningProxy, type StartProxy } from './startProxy.ts'

type Instructions = { description: string; upstream: string }

// Runs Prism's proxy in this process, for each upstream that it gets, one after another: `child <folder> <prism's entry>`.
const [node = '', , folder = '', entry = ''] = process.argv
bindToParent(folder)
findUndeclared(entry)

// Prism does not catch the error for a response whose Content-Type cannot be parsed, so it would end and the run with it.
// Instead, tell the parent, which gives up on that one request.
process.on('unhandledRejection', (reason) => {
  console.error(reason)
  process.send?.({ lost: reason instanceof Error ? reason.message : String(reason) })
})

const startProxy = loadProxy(entry)
let running: RunningProxy | undefined
// Not awaited, so that an error goes to the same listener.
process.on(
  'message',
  (instructions: Instructions) =>
    void (startProxy ? run(startProxy, instructions) : runCommand(instructions)),
)

async function run(start: StartProxy, { description, upstream }: Instructions): Promise<void> {
  await running?.close()
  running = await start(description, upstream)
  console.log(`Prism is listening on ${running.address}`)
}

async function runCommand({ description, upstream }: Instructions): Promise<void> {
  // The command cannot run twice in a process. The kit starts another one.
  if (process.argv[2] === 'proxy') process.exit()
  // Port 0 means any free port.
  const flags = ['--port', '0', '--host', '127.0.0.1', '--cors', 'false', '--errors', 'false']
  process.argv = [node, entry, 'proxy', description, ...flags, upstream]
  await import(pathToFileURL(entry).href)
}
