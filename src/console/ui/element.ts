type Attributes = Record<string, string | undefined>
type Child = Node | string | undefined

/** Creates an element. Strings become text nodes, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name)
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) created.setAttribute(key, value)
  created.append(...children.filter((child) => child !== undefined))
  return created
}

/** Creates a button. */
export function button(label: string, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const created = element('button', { type: 'button', ...attributes }, label)
  created.addEventListener('click', onClick)
  return created
}

/** Creates a button with a cross. */
export function crossButton(label: string, onClick: () => void): HTMLButtonElement {
  return button('', onClick, { class: 'plain cross', 'aria-label': label, title: label })
}

/** Finds an element of index.html by its id. */
export function find<Type extends HTMLElement>(id: string, type: new () => Type): Type {
  const found = document.getElementById(id)
  if (found instanceof type) return found
  throw new Error(`expected #${id} to be a ${type.name}`)
}
