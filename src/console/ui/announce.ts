import { find } from './element.ts'

/** Says it to those who do not see it. */
export function announce(text: string): void {
  find('announcer', HTMLElement).textContent = text
}
