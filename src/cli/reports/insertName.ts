import { UsageError } from '../errors.ts'
import type { Destination } from './destination.ts'

const PLACEHOLDER = '{name}'
const NAME = /^[\p{L}\p{N}_](?:[\p{L}\p{N}._\-]{0,98}[\p{L}\p{N}_\-])?$/v
/** Windows keeps these for devices. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** What the name of a file may contain everywhere. */
export const NAME_CHARACTERS = 'letters, digits, ".", "_" and "-"'

/** Whether the path of a report has a place for the name of its target. */
export function hasName({ file }: Destination): boolean {
  return file?.includes(PLACEHOLDER) === true
}

/** The destination of the report of one target. Throws a UsageError if its path needs a name that it cannot have. */
export function insertName(destination: Destination, name: string | undefined): Destination {
  const { file } = destination
  if (file === undefined || !hasName(destination)) return destination
  if (name === undefined || !isFileName(name))
    throw new UsageError(
      `expected --name with ${NAME_CHARACTERS}, because ${file} has ${PLACEHOLDER}${name === undefined ? '' : `; got "${name}"`}`,
    )
  return { ...destination, file: file.replaceAll(PLACEHOLDER, name) }
}

/** A path with a name in place of `{name}`. A hyphen replaces what a file name may not contain, such as the colon of a host and port. */
export function insertAnyName(path: string, name: string): string {
  return path.replaceAll(PLACEHOLDER, name.replaceAll(/[^\p{L}\p{N}._\-]/gv, '-'))
}

/** Whether a name can be a part of the name of a file, on every system. */
export function isFileName(name: string): boolean {
  return NAME.test(name) && !RESERVED.test(name)
}
