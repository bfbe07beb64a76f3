import { globSync, readFileSync } from 'node:fs'
import { packageRoot } from '../../src/contract/files.ts'

/** A page of `docs/checks/`: why each of its checks matters, and what to do in each framework. */
export type CheckPage = {
  /** The name of the file. */
  id: string
  title: string
  /** What the violations of its checks do to clients. */
  why: string
  /** What a violation of each check does, by the check's id. */
  checks: ReadonlyMap<string, string>
  advice: readonly Advice[]
}

/** How to fix a violation in a server that is built with a framework. */
type Advice = {
  framework: string
  text: string
  /** The lines that matter, in the language of the framework. */
  code?: string
  /** The version with which it was run; undefined if it was not. */
  ranWith?: string
}

/**
 * The frameworks whose advice was run: `npm run advice` makes the mistake of each page in a small server, which the kit must
 * report, and runs the server with the code of the advice, which it must find conformant.
 */
export const ranWith: ReadonlyMap<string, string> = new Map([
  ['Express', 'Express 5.3'],
  ['FastAPI', 'FastAPI 0.142'],
  ['Go', 'Go 1.19'],
])

/** Reads all pages. */
export function readCheckPages(): CheckPage[] {
  const folder = new URL('docs/checks/', packageRoot)
  return globSync('*.md', { cwd: folder })
    .sort()
    .map((file) => parsePage(file.replace('.md', ''), readFileSync(new URL(file, folder), 'utf8')))
}

/** The page of a check. What another contract requires of an error or of a plant is on the pages of these. */
export function findCheckPage(pages: readonly CheckPage[], check: string): CheckPage | undefined {
  const fallback = check.startsWith('error-') ? 'errors' : 'members'
  return pages.find(({ checks }) => checks.has(check)) ?? pages.find(({ id }) => id === fallback)
}

/** The headings below the title are ids of checks, which have no capital letters, and names of frameworks. */
function parsePage(id: string, page: string): CheckPage {
  const [[title, why] = ['', ''], ...sections] = page.slice(2).split('\n\n## ').map(splitHeading)
  const checks = sections.filter(([heading]) => heading === heading.toLowerCase())
  const frameworks = sections.filter((section) => !checks.includes(section))
  return {
    id,
    title,
    why: joinLines(why),
    checks: new Map(checks.map(([check, text]) => [check, joinLines(text)])),
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

function joinLines(text: string): string {
  return text.trim().replaceAll(/\n\s*/g, ' ')
}
