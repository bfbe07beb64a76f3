/** What the page can do only with a script: filter by text, copy, open what a link points to, and switch between light and dark. */
export const script = String.raw`(() => {
  const root = document.documentElement
  const status = document.getElementById('_status')
  const all = (selector, within = document) => [...within.querySelectorAll(selector)]
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
      button.textContent = 'Copied'
      status.textContent = 'Copied'
    } catch {
      button.textContent = 'Cannot copy'
      status.textContent = 'The browser does not allow copying'
    }
    button.disabled = true
    setTimeout(() => {
      button.textContent = label
      button.disabled = false
      status.textContent = ''
    }, 1500)
  }
  for (const button of all('[data-copy]'))
    button.addEventListener('click', () => copy(button, button.previousElementSibling.textContent))
  for (const button of all('[data-link]'))
    button.addEventListener('click', () => {
      const link = new URL(location.href)
      link.hash = button.dataset.link
      copy(button, link.href)
    })

  for (const button of all('[data-open-all]')) {
    const cards = all('details.finding', button.closest('section'))
    const showState = () => {
      button.textContent = cards.every((card) => card.open) ? 'Close all' : 'Open all'
    }
    button.addEventListener('click', () => {
      const open = !cards.every((card) => card.open)
      for (const card of cards) card.open = open
    })
    for (const card of cards) card.addEventListener('toggle', showState)
    showState()
  }

  const filter = document.getElementById('_filter')
  const rows = all('.checks tbody tr').map((row) => ({ row, text: row.textContent.toLowerCase() }))
  const none = document.getElementById('_none')
  const applyFilter = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
    const verdict = document.querySelector('input[name=verdict]:checked').value
    let count = 0
    for (const { row, text } of rows) {
      const matches = words.every((word) => text.includes(word))
      row.hidden = !matches
      if (matches && (verdict === 'all' || row.className === verdict)) count += 1
    }
    none.hidden = count > 0
    status.textContent = count + ' ' + filter.dataset.noun + (count === 1 ? '' : 's')
  }
  if (filter) {
    filter.addEventListener('input', applyFilter)
    for (const choice of all('input[name=verdict]')) choice.addEventListener('change', applyFilter)
    addEventListener('keydown', (event) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target.closest('input, textarea')) return
      event.preventDefault()
      filter.focus()
    })
    filter.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return
      filter.value = ''
      applyFilter()
    })
  }

  const openTarget = () => {
    let id = location.hash.slice(1)
    try {
      id = decodeURIComponent(id)
    } catch {}
    const target = id && document.getElementById(id)
    if (!target) return
    for (let each = target; each; each = each.parentElement) if (each.localName === 'details') each.open = true
    if (target.hidden) {
      filter.value = ''
      applyFilter()
    }
    if (target.localName === 'tr') document.querySelector('input[name=verdict][value=all]').checked = true
    target.scrollIntoView()
  }
  addEventListener('hashchange', openTarget)
  openTarget()

  let closed = []
  addEventListener('beforeprint', () => {
    closed = all('details.finding.fail:not([open]), details.finding.warn:not([open])')
    for (const card of closed) card.open = true
  })
  addEventListener('afterprint', () => {
    for (const card of closed) card.open = false
  })
})()
`
