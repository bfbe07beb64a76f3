import { element } from './element.ts'

export type Option = readonly [value: string, label: string]

/** Replaces the options of a field, in groups with a label or without one. Keeps its value if that is still among them. */
export function fillSelect(
  field: HTMLSelectElement,
  options: readonly Option[],
  groups: Readonly<Record<string, readonly Option[]>> = {},
): void {
  const chosen = field.value
  const render = (list: readonly Option[]): Node[] =>
    list.map(([value, label]) => element('option', { value }, label))
  field.replaceChildren(
    ...render(options),
    ...Object.entries(groups).map(([label, list]) => element('optgroup', { label }, ...render(list))),
  )
  if ([...options, ...Object.values(groups).flat()].some(([value]) => value === chosen)) field.value = chosen
}
