const SLAB = 64 * 1024
const SMALL = SLAB / 16

let slab = new ArrayBuffer(SLAB)
let used = 0

/**
 * Fresh bytes. Small pieces are cut from one slab, as Node's Buffer does it, but in any JavaScript engine: a buffer of its own for
 * each answer would cost more than what is written into it.
 */
export function allocate(length: number): Uint8Array {
  if (length > SMALL) return new Uint8Array(length)
  if (used + length > SLAB) {
    slab = new ArrayBuffer(SLAB)
    used = 0
  }
  // Not subarray(), which is several times slower.
  const piece = new Uint8Array(slab, used, length)
  used += length
  return piece
}
