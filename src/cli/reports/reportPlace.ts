import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { errorCode } from '../../contract/words.ts'
import { createTemporaryFile } from './replaceFile.ts'

/** Where a report goes. Two places with the same `id` are the same place. */
export type Place = { id: string; name: string } & (
  | { kind: 'descriptor'; descriptor: number }
  /** A file without symbolic links in its path, a named pipe or a device. */
  | { kind: 'file' | 'pipe' | 'device'; file: string }
)

/**
 * Finds the place of a report, and makes sure that a report can be written there. Creates missing folders. Throws the error
 * of the file system otherwise.
 */
export function openPlace(file: string): Place {
  const [, standard, number] =
    /^\/dev\/std(in|out|err)$|^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(resolve(file)) ?? []
  if (standard !== undefined) return describeDescriptor(['in', 'out', 'err'].indexOf(standard))
  if (number !== undefined) return describeDescriptor(Number(number))
  const real = resolveFile(file)
  const stats = statSync(real, { throwIfNoEntry: false })
  if (stats?.isDirectory() || /[/\\]$/.test(file))
    throw Object.assign(new Error('a folder'), { code: 'EISDIR' })
  const place = { file: real, name: file, id: stats ? identify(stats) : real }
  if (stats?.isFIFO()) {
    // Opening a pipe would wait for its reader, and closing it would end its reader.
    accessSync(real, constants.W_OK)
    return { ...place, kind: 'pipe' }
  }
  if (stats && !stats.isFile()) {
    closeSync(openSync(real, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY))
    return { ...place, kind: 'device' }
  }
  if (stats) accessSync(real, constants.W_OK)
  createTemporaryFile(real).remove()
  return { ...place, kind: 'file' }
}

/** Describes an open descriptor. Throws an error if it is closed. */
export function describeDescriptor(descriptor: number): Place {
  const stats = fstatSync(descriptor)
  // One terminal is often both standard output and standard error.
  const id = stats.isFile() || stats.isFIFO() ? identify(stats) : `descriptor ${descriptor}`
  const name =
    ['standard input', 'standard output', 'standard error'][descriptor] ?? `descriptor ${descriptor}`
  return { kind: 'descriptor', descriptor, id, name }
}

/** Follows symbolic links, also one to a file that does not exist yet. */
function resolveFile(file: string): string {
  const folder = dirname(resolve(file))
  mkdirSync(folder, { recursive: true })
  const path = join(realpathSync(folder), basename(resolve(file)))
  try {
    return realpathSync(path)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
  const link = readLink(path)
  return link === undefined ? path : resolveFile(isAbsolute(link) ? link : join(dirname(path), link))
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

function identify({ dev, ino }: Stats): string {
  return `${dev} ${ino}`
}
