import { closeSync, constants, fstatSync, openSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { isatty } from 'node:tty'
import { errorCode } from '../../contract/words.ts'
import { replaceFile } from './replaceFile.ts'
import type { Place } from './reportPlace.ts'

/** Milliseconds to wait for a program that reads a named pipe. */
const READER_TIMEOUT = 5_000

/** Writes a report, which may be in parts. Rejects with the error of the file system; a file then keeps its old contents. */
export async function writeText(place: Place, report: string | readonly string[]): Promise<void> {
  const text = typeof report === 'string' ? report : Buffer.concat(report.map((part) => Buffer.from(part)))
  if (place.kind === 'descriptor') await writeDescriptor(place.descriptor, text)
  else if (place.kind === 'pipe') await writePipe(place.file, text)
  else if (place.kind === 'device') writeDevice(place.file, text)
  else replaceFile(place.file, text)
}

function writeDevice(file: string, text: string | Buffer): void {
  const descriptor = openSync(file, constants.O_WRONLY | constants.O_NOCTTY)
  try {
    writeFileSync(descriptor, text)
  } finally {
    closeSync(descriptor)
  }
}

/** Opens the pipe without blocking: while a blocked call waits for the reader, Node.js cannot even exit. */
async function writePipe(file: string, text: string | Buffer): Promise<void> {
  const descriptor = await openPipe(file)
  const socket = new Socket({ fd: descriptor, readable: false, writable: true })
  await writeStream(socket, text)
  socket.destroy()
}

async function openPipe(file: string): Promise<number> {
  const deadline = performance.now() + READER_TIMEOUT
  for (;;) {
    try {
      return openSync(file, constants.O_WRONLY | constants.O_NONBLOCK)
    } catch (error) {
      if (errorCode(error) !== 'ENXIO' || performance.now() > deadline) throw error
      await pause(50)
    }
  }
}

async function writeDescriptor(descriptor: number, text: string | Buffer): Promise<void> {
  const stats = fstatSync(descriptor)
  // The stream of Node.js ignores that a full disk took only a part of the text.
  const isSynchronous = stats.isFile() || (stats.isCharacterDevice() && !isatty(descriptor))
  if (isSynchronous || descriptor > 2) writeFileSync(descriptor, text)
  else await writeStream(descriptor === 2 ? process.stderr : process.stdout, text)
}

/** Resolves when the text is written, or when its reader has gone, which is not a failure. */
function writeStream(stream: NodeJS.WritableStream, text: string | Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Without a listener, the stream would throw the error.
  stream.once('error', () => {})
  stream.write(text, (error) => {
    if (error && errorCode(error) !== 'EPIPE') reject(error)
    else resolve()
  })
  return promise
}
