import { isListed } from '../judge/baseline.ts'
import type { BaselineMark, Finding, FindingVerdict, Verdict } from '../judge/report.ts'
import type { Section, Tone } from './document.ts'

/** The verdict that a report shows for a finding; `listed` if the baseline lists the finding. */
export type ShownVerdict = FindingVerdict | 'listed'

export const shownVerdict = (finding: Finding): ShownVerdict =>
  isListed(finding) ? 'listed' : finding.verdict

/** Selects the findings with one of these verdicts, in the order of the verdicts. */
export function selectShown(findings: readonly Finding[], ...verdicts: ShownVerdict[]): Finding[] {
  return verdicts.flatMap((verdict) => findings.filter((finding) => shownVerdict(finding) === verdict))
}

export const symbols: Record<Tone, string> = {
  good: '✓',
  bad: '✗',
  warning: '!',
  remark: '·',
  accepted: '~',
  absent: '–',
}

/** For each verdict, its tone, its status as a test result, and its word. */
export const looks = {
  pass: { tone: 'good', status: 'passed', word: 'passed' },
  fail: { tone: 'bad', status: 'failed', word: 'broken' },
  warn: { tone: 'warning', status: 'warning', word: 'warning' },
  listed: { tone: 'accepted', status: 'accepted', word: 'accepted' },
  info: { tone: 'remark', status: 'passed', word: 'observed' },
  'not-exercised': { tone: 'absent', status: 'skipped', word: 'not tested' },
  inconclusive: { tone: 'absent', status: 'skipped', word: 'inconclusive' },
} as const satisfies Record<ShownVerdict, { tone: Tone; status: string; word: string }>

export const verdictTones: Record<Verdict, Tone> = {
  conformant: 'good',
  violations: 'bad',
  incomplete: 'warning',
}

/** Counts the findings or rows in a section. */
export const countMembers = ({ findings, table }: Section): number => (findings ?? table?.rows ?? []).length

/** Counts the findings of a section in words: `1 violation`, `99 passed`. */
export function nameCount(section: Section): string {
  const count = countMembers(section)
  return `${count} ${(count === 1 ? section.title.replace(/s$/, '') : section.title).toLowerCase()}`
}

/** Formats a duration: `840 ms`, `1.4 s`, `2 min 5 s`. */
export function formatElapsed(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** Describes a baseline entry: `accepted until 2027-01-31: ships with 4.2 (owner: catalogue, ticket: PLANT-12)`. */
export function describeMark({ status, reason, expires, ...others }: BaselineMark): string {
  const state = { listed: `accepted until ${expires}`, expired: `expired on ${expires}`, gone: 'obsolete' }
  const details = Object.entries(others).map(([name, value]) => `${name}: ${value}`)
  return `${state[status]}: ${reason}${details.length === 0 ? '' : ` (${details.join(', ')})`}`
}

/** The kit's own contract: its name in clauses, and its path in the kit's package. For other contracts, clauses contain their paths. */
const OWN = 'openapi.yaml'
export const OWN_PATH = 'spec/openapi.yaml'

/** The place of a requirement's definition. `source` is a file and a line, such as `spec/openapi.yaml:35`, or the section of a standard. */
type Requirement = { source: string; path?: string; pointer: string; line?: number | undefined }

export function readRequirement({ clause, line }: Pick<Finding, 'clause' | 'line'>): Requirement {
  const [, given, pointer = ''] = /^([^#]*)#(\/.*)?$/.exec(clause) ?? []
  if (given === undefined) return { source: clause, pointer }
  const path = given === OWN ? OWN_PATH : given
  return { source: line === undefined ? path : `${path}:${line}`, path, pointer, line }
}
