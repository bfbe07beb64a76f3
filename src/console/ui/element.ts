type Attributes = Record<string, string | undefined>
type Child = Node | string | undefined

/** An element with attributes and children. Text is put in as text, never as markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) made.setAttribute(key, value)
  made.append(...children.filter((child) => child !== undefined))
  return made
}

/** A button that does something when it is pressed. */
export function button(label: string, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, label)
  made.addEventListener('click', press)
  return made
}

/** The element with an id, which index.html has. */
export function find<Type extends HTMLElement>(id: string, type: new () => Type): Type {
  const found = document.getElementById(id)
  if (found instanceof type) return found
  throw new Error(`expected #${id} to be a ${type.name}`)
}
