/** Resolves or rejects as the work does, or rejects with `message` when it takes longer than that many milliseconds. */
export async function withinLimit<T>(work: Promise<T>, ms: number, message: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(message)), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
