import { allocate } from './allocate.ts'

/** A user's plants as one JSON array in UTF-8, and where in it each plant ends. */
export type PlantList = {
  bytes: Uint8Array
  /** Offset of the byte after each plant. */
  ends: readonly number[]
}

const OPEN = 0x5b
const COMMA = 0x2c
const CLOSE = 0x5d
const EMPTY = Uint8Array.of(OPEN, CLOSE)

/** Joins plants, each already JSON text in bytes, to the array that is sent. */
export function plantList(plants: readonly Uint8Array[]): PlantList {
  if (plants.length === 0) return { bytes: EMPTY, ends: [] }
  // Each plant takes one byte before it, a bracket or a comma; the bracket at the end is one more.
  const bytes = new Uint8Array(plants.reduce((length, plant) => length + plant.length + 1, 1))
  const ends: number[] = []
  let end = 0
  for (const plant of plants) {
    bytes[end] = end === 0 ? OPEN : COMMA
    bytes.set(plant, end + 1)
    end += plant.length + 1
    ends.push(end)
  }
  bytes[end] = CLOSE
  return { bytes, ends }
}

/** The array of the first `most` plants. Costs what is sent: the list as a whole is not even copied. */
export function firstPlants(list: PlantList, most: number): Uint8Array {
  if (most >= list.ends.length) return list.bytes
  const end = list.ends[most - 1]
  if (end === undefined) return EMPTY
  const body = allocate(end + 1)
  body.set(new Uint8Array(list.bytes.buffer, list.bytes.byteOffset, end))
  body[end] = CLOSE
  return body
}
