import type { Destination } from './destination.ts'

const PLACEHOLDER = '{name}'

/** Whether the path of a report has a place for the name of its target. */
export function hasName({ file }: Destination): boolean {
  return file?.includes(PLACEHOLDER) === true
}

/** The destination of the report of one target. */
export function insertName(destination: Destination, name: string): Destination {
  const { file } = destination
  return file === undefined ? destination : { ...destination, file: file.replaceAll(PLACEHOLDER, name) }
}
