import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findKitFile } from '../../src/contract/files.ts'

/** A page in `docs/checks/`: why each of the page's checks matters, and how to fix violations in some frameworks. */
export type CheckPage = {
  /** The name of the file. */
  id: string
  title: string
  /** How violations of the page's checks affect clients. */
  why: string
  /** The effect of a violation of each check, by the check's id. */
  checks: ReadonlyMap<string, string>
  /** Advice about one check, by the check's id. For checks without such advice, the page's advice applies. */
  own: ReadonlyMap<string, readonly Advice[]>
  advice: readonly Advice[]
}

/** How to fix a violation in a server that is built with a framework. */
type Advice = {
  framework: string
  text: string
  /** The relevant lines of code, in the framework's language. */
  code?: string
  /** The framework version with which the advice was tested; undefined if the advice was not tested. */
  ranWith?: string
}

/**
 * The frameworks whose advice is tested: `npm run advice` runs a small server that is built from the advised code, and the kit must find
 * the server conformant.
 */
export const ranWith: ReadonlyMap<string, string> = new Map([
  ['Express', 'Express 5.3'],
  ['FastAPI', 'FastAPI 0.142'],
  ['Go', 'Go 1.19'],
])

/** Reads all pages in `docs/checks/`. */
export function readCheckPages(): CheckPage[] {
  const folder = findKitFile('docs/checks')
  return globSync('*.md', { cwd: folder })
    .sort()
    .map((file) => parsePage(file.replace('.md', ''), readFileSync(join(folder, file), 'utf8')))
}

/** Finds the page of a check. Checks that only other contracts have are on the page about errors or the page about plants. */
export function findCheckPage(pages: readonly CheckPage[], check: string): CheckPage | undefined {
  const fallback = check.startsWith('error-') ? 'errors' : 'members'
  return pages.find(({ checks }) => checks.has(check)) ?? pages.find(({ id }) => id === fallback)
}

/** Parses a page. The headings below the title are check ids, which have no capital letters, and framework names. */
function parsePage(id: string, page: string): CheckPage {
  const [[title, why] = ['', ''], ...sections] = page.slice(2).split('\n\n## ').map(splitHeading)
  const checks = sections.filter(([heading]) => heading === heading.toLowerCase())
  const frameworks = sections.filter((section) => !checks.includes(section))
  return {
    id,
    title,
    why: joinLines(why),
    checks: new Map(checks.map(([check, text]) => [check, joinLines(text.split('\n\n- **')[0] ?? '')])),
    own: new Map(
      checks.map(([check, text]) => [check, parseList(text)] as const).filter(([, list]) => list.length > 0),
    ),
    advice: frameworks.flatMap(([heading, text]) =>
      heading === 'Other frameworks' ? parseList(text) : [parseAdvice(heading, text)],
    ),
  }
}

function splitHeading(section: string): [heading: string, text: string] {
  const end = section.indexOf('\n')
  return [section.slice(0, end), section.slice(end).trim()]
}

function parseAdvice(framework: string, section: string): Advice {
  const [text = '', code] = section.split(/\n\n```\w+\n/)
  const version = ranWith.get(framework)
  return {
    framework,
    text: joinLines(text),
    ...(code !== undefined && { code: code.replace(/\n```$/, '') }),
    ...(version !== undefined && { ranWith: version }),
  }
}

function parseList(section: string): Advice[] {
  return section.split(/^- \*\*/m).flatMap((item) => {
    const [framework = '', text] = item.split(':** ')
    return text === undefined ? [] : [{ framework, text: joinLines(text) }]
  })
}

const joinLines = (text: string): string => text.trim().replaceAll(/\n\s*/g, ' ')
