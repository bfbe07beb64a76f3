import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { messageOf } from '../../contract/words.ts'
import { UsageError } from '../errors.ts'

/** The file for what a server prints. */
export type ServerLog = {
  /** Writes what a stream has, line by line. */
  follow: (stream: Readable) => void
  close: () => void
}

/** Characters. A longer line is written in parts. */
const LONGEST_LINE = 64 * 1024
/** Characters of such a line that wait for its next part, because a secret may be in both. */
const OVERLAP = 8 * 1024

/** Opens the file of --start-log. `hide` masks the secrets of a line. Throws a UsageError if it cannot be written. */
export function openLog(file: string, flags: 'a' | 'w', hide: (line: string) => string): ServerLog {
  const descriptor = open(file, flags)
  let isOpen = true
  const close = (): void => {
    if (isOpen) closeSync(descriptor)
    isOpen = false
  }
  const write = (text: string): void => {
    // At once, so that nothing is lost if this process is killed.
    try {
      if (isOpen) writeSync(descriptor, text)
    } catch (error) {
      process.stderr.write(`plant-store: --start-log: ${file} cannot be written: ${messageOf(error)}\n`)
      close()
    }
  }
  return {
    follow: (stream) => {
      let rest = ''
      stream.on('data', (text: string) => {
        const lines = (rest + text).split('\n')
        rest = lines.pop() ?? ''
        if (lines.length > 0) write(lines.map((line) => `${hide(line)}\n`).join(''))
        if (rest.length < LONGEST_LINE) return
        const end = findEnd(rest)
        const hidden = hide(rest.slice(0, end))
        rest = hidden.slice(-OVERLAP) + rest.slice(end)
        write(hidden.slice(0, -OVERLAP))
      })
      stream.once('close', () => {
        if (rest !== '') write(hide(rest))
      })
    },
    close,
  }
}

/** Where the last word begins, which may be the beginning of a secret, unless it is long. */
function findEnd(text: string): number {
  const end = text.search(/[\s"',{}][^\s"',{}]*$/)
  return end < text.length - OVERLAP ? text.length : end
}

function open(file: string, flags: 'a' | 'w'): number {
  try {
    mkdirSync(dirname(file), { recursive: true })
    return openSync(file, flags)
  } catch (error) {
    throw new UsageError(`--start-log: ${file} cannot be written: ${messageOf(error)}`)
  }
}
