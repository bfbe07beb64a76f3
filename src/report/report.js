// The features that need a script: copy, open and close all findings, and open the target of a link.
const root = document.documentElement
const status = document.getElementById('_status')
root.classList.add('js')

const onClick = (selector, act) => {
  for (const button of document.querySelectorAll(selector))
    button.addEventListener('click', () => act(button))
}

const copy = async (button, text) => {
  const label = button.textContent
  const result = await navigator.clipboard.writeText(text).then(
    () => 'Copied',
    () => 'Cannot copy',
  )
  button.textContent = status.textContent = result
  setTimeout(() => {
    button.textContent = label
    status.textContent = ''
  }, 1500)
}
onClick('[data-copy]', (button) => copy(button, button.previousElementSibling.textContent))
onClick('[data-link]', (button) => copy(button, new URL(`#${button.dataset.link}`, location.href).href))

onClick('[data-open-all]', (button) => {
  const cards = [...button.closest('section').querySelectorAll('.finding')]
  const open = !cards.every((card) => card.open)
  for (const card of cards) card.open = open
  button.textContent = open ? 'Close all' : 'Open all'
})

const openTarget = () => {
  const target = document.getElementById(location.hash.slice(1))
  for (let each = target; each; each = each.parentElement) if (each.localName === 'details') each.open = true
  target?.scrollIntoView()
}
addEventListener('hashchange', openTarget)
openTarget()
