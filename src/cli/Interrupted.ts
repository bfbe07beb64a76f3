/** Somebody stopped the run: nothing is known of the target, and nothing is wrong with the kit. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}
