import { isTypo } from '../../contract/suggest.ts'
import { escapeLine } from '../../report/text/escapeText.ts'
import { listVariables } from './flagTable.ts'

const PREFIX = 'PLANT_STORE_'

/** Warns about variables that are probably misspelt. An application may have variables of its own, so others are fine. */
export function warnAboutVariables(names: readonly string[]): void {
  const known = listVariables()
  for (const name of names) {
    if (known.includes(name)) continue
    const meant = known.find((each) => isTypo(name.slice(PREFIX.length), each.slice(PREFIX.length)))
    if (meant !== undefined)
      process.stderr.write(
        `${escapeLine(`plant-store: ${name} is not a variable of the kit; did you mean ${meant}?`)}\n`,
      )
  }
}
