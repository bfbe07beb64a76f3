import { element, find } from '../ui/element.ts'

/** Loads the API reference when it is first opened. It has a page of its own, so that its styles don't affect the console. */
export function startReference(): void {
  find('reference-view', HTMLDetailsElement).addEventListener('toggle', load, { once: true })
  addEventListener('hashchange', openIfLinked)
  openIfLinked()
}

function openIfLinked(): void {
  if (location.hash === '#reference') find('reference-view', HTMLDetailsElement).open = true
}

function load(): void {
  const frame = element('iframe', {
    src: '/__admin/console/reference/reference.html',
    title: 'API reference',
  })
  frame.addEventListener('load', () => fitHeight(frame))
  find('reference-place', HTMLElement).replaceChildren(frame)
}

/** Makes the frame as high as its content, so that the page has only one scroll bar. */
function fitHeight(frame: HTMLIFrameElement): void {
  const page = frame.contentDocument?.body
  if (!page) return
  new ResizeObserver(() => {
    frame.style.height = `${Math.ceil(page.getBoundingClientRect().height)}px`
  }).observe(page)
}
