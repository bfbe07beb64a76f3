import { find } from './ui/element.ts'

/** The views that share the middle of a wide window. A narrow window also shows the panes beside it as views. */
const VIEWS = ['request', 'plants', 'connect', 'settings', 'reference', 'more']
const PANES = ['scenarios', 'journal']

const wide = matchMedia('(min-width: 62rem)')
let view = 'request'
let pane = 'scenarios'

/** Starts the navigation: the fragment of the address names the view. */
export function startViews(): void {
  addEventListener('hashchange', () => {
    const name = location.hash.slice(1)
    if (![...VIEWS, ...PANES].includes(name)) return
    show(name)
    find(name, HTMLElement).focus({ preventScroll: true })
  })
  wide.addEventListener('change', markCurrent)
  show(location.hash.slice(1))
}

function show(name: string): void {
  if (VIEWS.includes(name)) {
    view = name
    pane = 'workspace'
  } else if (PANES.includes(name)) pane = name
  document.body.dataset.pane = pane
  for (const each of VIEWS) find(each, HTMLElement).hidden = each !== view
  markCurrent()
}

/** A wide window shows the panes beside every view. */
function markCurrent(): void {
  const current = wide.matches || pane === 'workspace' ? view : pane
  for (const link of find('views', HTMLElement).querySelectorAll('a')) {
    if (link.hash === `#${current}`) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
}
