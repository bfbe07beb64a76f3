import { find } from './element.ts'

/** Announces a text to screen readers. */
export function announce(text: string): void {
  find('announcer', HTMLElement).textContent = text
}
