import { element } from './element.ts'

/** Fills a group of segments, of which one is chosen. Keeps the choice if it is still there; else chooses the first. */
export function fillSegments(
  place: HTMLElement,
  name: string,
  options: readonly { value: string; label: string; note?: string }[],
): void {
  const chosen = readSegment(place)
  const kept = options.some(({ value }) => value === chosen) ? chosen : options[0]?.value
  place.replaceChildren(
    ...options.map(({ value, label, note }) => {
      const input = element('input', { type: 'radio', name, value })
      input.checked = value === kept
      return element(
        'label',
        {},
        input,
        element('span', {}, label, note === undefined ? undefined : element('small', {}, ` ${note}`)),
      )
    }),
  )
}

/** The value of the chosen segment. */
export function readSegment(place: HTMLElement): string | undefined {
  return place.querySelector<HTMLInputElement>('input:checked')?.value
}
