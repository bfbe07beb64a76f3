import { element, find } from '../ui/element.ts'

/** Loads the API reference when it is first opened. It has a page of its own, so that no style meets another's. */
export function startReference(): void {
  find('reference-view', HTMLDetailsElement).addEventListener('toggle', load, { once: true })
  // A link to it opens it.
  addEventListener('hashchange', openIfMeant)
  openIfMeant()
}

function openIfMeant(): void {
  if (location.hash === '#reference') find('reference-view', HTMLDetailsElement).open = true
}

function load(): void {
  const frame = element('iframe', {
    src: '/__admin/console/reference/reference.html',
    title: 'API reference',
  })
  frame.addEventListener('load', () => grow(frame))
  find('reference-place', HTMLElement).replaceChildren(frame)
}

/** As high as what is in it: one page with one scroll bar. */
function grow(frame: HTMLIFrameElement): void {
  const page = frame.contentDocument?.body
  if (!page) return
  new ResizeObserver(() => {
    frame.style.height = `${Math.ceil(page.getBoundingClientRect().height)}px`
  }).observe(page)
}
