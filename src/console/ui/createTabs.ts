import { button, element } from './element.ts'

export type Tab = { label: string; render: () => Node }

let count = 0

/** Creates tabs and their panel. The first tab is shown; the others are rendered when they are chosen. */
export function createTabs(name: string, tabs: readonly Tab[]): { list: HTMLElement; panel: HTMLElement } {
  const id = `tabs-${++count}`
  const panel = element('div', { role: 'tabpanel', id: `${id}-panel` })
  const list = element('div', { role: 'tablist', class: 'segments', 'aria-label': name })
  let chosen = 0
  const buttons = tabs.map(({ label }, index) =>
    button(label, () => choose(index), {
      role: 'tab',
      id: `${id}-${index}`,
      'aria-controls': panel.id,
    }),
  )
  const choose = (index: number): void => {
    chosen = index
    for (const [position, tab] of buttons.entries()) {
      tab.setAttribute('aria-selected', String(position === index))
      tab.tabIndex = position === index ? 0 : -1
    }
    panel.setAttribute('aria-labelledby', `${id}-${index}`)
    panel.replaceChildren(tabs[index]?.render() ?? '')
  }
  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    choose((chosen + step + buttons.length) % buttons.length)
    buttons[chosen]?.focus()
  })
  list.append(...buttons)
  choose(0)
  return { list, panel }
}
