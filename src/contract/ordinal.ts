const WORDS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')

/** `first`, `second`, `21st`. */
export function ordinal(number: number): string {
  const isTeen = number % 100 > 10 && number % 100 < 20
  const suffix = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
  return WORDS[number - 1] ?? `${number}${suffix}`
}
