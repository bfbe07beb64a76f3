import { createHmac, randomBytes } from 'node:crypto'

/** A placeholder for a secret. */
export type Disguise = (secret: string) => string

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'
/** The start of every JSON Web Token. It says nothing about the rest. */
const JWT_START = /^eyJ(?=[\w-]*\.[\w-]+\.[\w-]*$)/

/**
 * Creates a function that replaces the letters and digits of a secret at random. Secrets that begin alike still do, whatever their
 * letter case is, and every other character stays as it is. Nothing leads back to the secret.
 */
export function createDisguise(): Disguise {
  const key = randomBytes(32)
  return (secret) => {
    const [start = ''] = JWT_START.exec(secret) ?? []
    let before: Buffer = createHmac('sha256', key).digest()
    const characters = Array.from(secret, (character) => {
      const other = replaceCharacter(character, before.readUInt32BE(0))
      before = createHmac('sha256', before).update(character.toLowerCase()).digest()
      return other
    })
    return start + characters.join('').slice(start.length)
  }
}

function replaceCharacter(character: string, random: number): string {
  if (/[0-9]/.test(character)) return DIGITS[random % DIGITS.length] ?? ''
  if (!/[a-z]/i.test(character)) return character
  const letter = LETTERS[random % LETTERS.length] ?? ''
  return character === character.toLowerCase() ? letter : letter.toUpperCase()
}
