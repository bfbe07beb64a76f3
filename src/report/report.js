// What the page can do only with a script: copy, open what a link points to, and switch between light and dark.
const root = document.documentElement
const status = document.getElementById('_status')
root.classList.add('js')

const toggle = document.querySelector('[data-theme-toggle]')
const prefersDark = matchMedia('(prefers-color-scheme: dark)')
const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : prefersDark.matches)
const showTheme = () => toggle.setAttribute('aria-pressed', String(isDark()))
toggle.addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark'
  showTheme()
})
prefersDark.addEventListener('change', showTheme)
showTheme()

const copy = async (button, text) => {
  const label = button.textContent
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = status.textContent = 'Copied'
  } catch {
    button.textContent = status.textContent = 'Cannot copy'
  }
  setTimeout(() => {
    button.textContent = label
    status.textContent = ''
  }, 1500)
}
for (const button of document.querySelectorAll('[data-copy]'))
  button.addEventListener('click', () => copy(button, button.previousElementSibling.textContent))
for (const button of document.querySelectorAll('[data-link]'))
  button.addEventListener('click', () => copy(button, new URL(`#${button.dataset.link}`, location.href).href))

for (const button of document.querySelectorAll('[data-open-all]')) {
  const cards = [...button.closest('section').querySelectorAll('.finding')]
  const isOpen = () => cards.every((card) => card.open)
  const showState = () => {
    button.textContent = isOpen() ? 'Close all' : 'Open all'
  }
  button.addEventListener('click', () => {
    const open = !isOpen()
    for (const card of cards) card.open = open
  })
  for (const card of cards) card.addEventListener('toggle', showState)
  showState()
}

const openTarget = () => {
  const target = document.getElementById(location.hash.slice(1))
  for (let each = target; each; each = each.parentElement) if (each.localName === 'details') each.open = true
  target?.scrollIntoView()
}
addEventListener('hashchange', openTarget)
openTarget()
