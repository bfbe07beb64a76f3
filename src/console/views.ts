import { find } from './ui/element.ts'

/** The views that share the middle of a wide window. A narrow window also shows the panes beside it as views. */
const VIEWS = ['request', 'plants', 'connect', 'settings', 'reference', 'more']
const PANES = ['scenarios', 'journal']

/** Starts the navigation: the fragment of the address names the view. */
export function startViews(): void {
  addEventListener('hashchange', () => {
    const name = location.hash.slice(1)
    if (show(name)) find(name, HTMLElement).focus({ preventScroll: true })
  })
  show(location.hash.slice(1))
}

/** Returns false if there is no such view. */
function show(name: string): boolean {
  const isView = VIEWS.includes(name)
  if (!isView && !PANES.includes(name)) return false
  document.body.dataset.pane = isView ? 'workspace' : name
  if (isView) for (const view of VIEWS) find(view, HTMLElement).hidden = view !== name
  for (const link of find('views', HTMLElement).querySelectorAll('a')) {
    if (link.hash === `#${name}`) link.setAttribute('aria-current', 'page')
    else if (isView || PANES.includes(link.hash.slice(1))) link.removeAttribute('aria-current')
  }
  return true
}
