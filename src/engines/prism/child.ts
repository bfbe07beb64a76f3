import { pathToFileURL } from 'node:url'
import { bindToParent } from '../process/bindToParent.ts'
import { findUndeclared } from './findUndeclared.ts'

// Runs Prism's own command in this process, with the upstream from the first message as its last argument:
// `child <folder> <prism's entry> <prism's arguments …>`.
const [node = '', , folder = '', entry = '', ...args] = process.argv
bindToParent(folder)
findUndeclared(entry)

// Prism does not catch the error for a response whose Content-Type cannot be parsed, so it would end and the run with it.
// Instead, tell the parent, which gives up on that one request.
process.on('unhandledRejection', (reason) => {
  console.error(reason)
  process.send?.({ lost: reason instanceof Error ? reason.message : String(reason) })
})

const { upstream } = await new Promise<{ upstream: string }>((resolve) => process.once('message', resolve))
process.argv = [node, entry, ...args, upstream]
await import(pathToFileURL(entry).href)
