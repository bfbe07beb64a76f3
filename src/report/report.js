// The features of the HTML report that need a script: the copy buttons, and opening the target of a link.
const root = document.documentElement
const status = document.getElementById('_status')
root.classList.add('js')

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
for (const button of document.querySelectorAll('button')) {
  const { link } = button.dataset
  button.addEventListener('click', () =>
    copy(button, link ? new URL(`#${link}`, location.href).href : button.previousElementSibling.textContent),
  )
}

const openTarget = () => {
  const target = document.getElementById(location.hash.slice(1))
  for (let each = target; each; each = each.parentElement) if (each.localName === 'details') each.open = true
  target?.scrollIntoView()
}
addEventListener('hashchange', openTarget)
openTarget()
