import { pathToFileURL } from 'node:url'
import { bindToParent } from '../process/bindToParent.ts'

// Runs Prism's own command in this process: `prismChild <folder> <prism's entry> <prism's arguments …>`.
const [node = '', , folder = '', entry = '', ...args] = process.argv
bindToParent(folder)

// An answer whose Content-Type cannot be parsed makes Prism throw where nobody catches it. It would end here and take
// the rest of the run with it; told of it, the parent gives up that one request.
process.on('unhandledRejection', (reason) => {
  console.error(reason)
  process.send?.({ lost: reason instanceof Error ? reason.message : String(reason) })
})

process.argv = [node, entry, ...args]
await import(pathToFileURL(entry).href)
