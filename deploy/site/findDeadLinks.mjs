import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Finds the links in the finished pages that lead to no page, file or anchor of the site. */
export function findDeadLinks(folder, base) {
  const pages = new Map(
    globSync('**/*.html', { cwd: folder }).map((page) => [page, readFileSync(join(folder, page), 'utf8')]),
  )
  const dead = new Set()
  for (const [page, text] of pages) {
    if (page === '404.html') continue
    for (const [, , link] of text.matchAll(/ (href|src)="([^"]+)"/g)) {
      if (/^(https?:|mailto:|data:|javascript:|\/\/)/.test(link)) continue
      const problem = findProblem(decodeURI(link.replaceAll('&amp;', '&')), page, pages, { folder, base })
      if (problem) dead.add(`${page}: ${link}: ${problem}`)
    }
  }
  return [...dead]
}

function findProblem(link, page, pages, { folder, base }) {
  const [path = '', anchor] = link.split('#')
  if (path.startsWith('/') && !path.startsWith(base)) return `is outside of ${base}`
  const target =
    path === '' ? page : path.startsWith('/') ? path.slice(base.length) : join(dirname(page), path)
  const file = [target, `${target}.html`, join(target, 'index.html')].find((each) => pages.has(each))
  if (file === undefined) return existsSync(join(folder, target.split('?')[0])) ? undefined : 'no such page'
  if (!anchor || anchor === '') return undefined
  return new RegExp(` id="${anchor.replaceAll(/[.*+?^$()[\]{}|\\]/g, '\\$&')}"`).test(pages.get(file))
    ? undefined
    : 'no such anchor'
}
