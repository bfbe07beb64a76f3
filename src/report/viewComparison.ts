import { pluralize } from '../contract/words.ts'
import type { FindingVerdict } from '../judge/report.ts'
import type { Change, Comparison } from './compareReports.ts'
import type { Document, Section, Tone } from './document.ts'
import { type Annotation, formatAnnotations } from './github.ts'
import { writeMarkdown } from './markdown.ts'
import { escapeJson, escapeReport } from './text/escapeText.ts'
import { writeText } from './text.ts'
import { findingTones } from './words.ts'

/** The formats of `plant-store-kit compare`. Each text ends with a newline. */
export const comparisonFormats = {
  terminal: (comparison, options) => writeText(viewComparison(comparison), options),
  markdown: (comparison) => writeMarkdown(viewComparison(comparison)),
  github: (comparison) => formatAnnotations(annotate(escapeReport(comparison))),
  json: (comparison) => `${escapeJson(JSON.stringify(comparison, null, 2))}\n`,
} as const satisfies Record<string, (comparison: Comparison, options: { color: boolean }) => string>

export type ComparisonFormat = keyof typeof comparisonFormats

const WORDS: Record<FindingVerdict, string> = {
  fail: 'broken',
  warn: 'warning',
  pass: 'passed',
  info: 'observed',
  'not-exercised': 'not tested',
  inconclusive: 'inconclusive',
}

/** A comparison as a document: what got worse, what got better, and what is only different. */
function viewComparison(comparison: Comparison): Document {
  const { before, after, worse, better, behaviour, unclear, unchanged, runs, exitCode } = comparison
  const describe = ({ target, startedAt, verdict, plan }: Comparison['before']): string =>
    `${target.name}, ${startedAt}, ${plan} plan, ${verdict}`
  const behaviours = behaviour.map((each) => ({ cells: [{ code: each.what }, each.before, each.after] }))
  const sections: Section[] = [
    listChanges('Worse', worse),
    listChanges('Better', better),
    { ...OPEN, title: 'Other behaviour', table: { columns: ['', 'before', 'after'], rows: behaviours } },
    // What was different about the runs explains what is unclear.
    { ...OPEN, title: 'About the runs', texts: runs },
    listChanges('Unclear', unclear),
    { ...OPEN, title: 'As before, broken or with warnings', texts: unchanged },
  ]
  return {
    headline: {
      tone: findTone(comparison),
      text: summarise(comparison),
      counts: [],
      subject: [],
      facts: [`exit ${exitCode}`],
      notes: [`before: ${describe(before)}`, `after: ${describe(after)}`],
    },
    sections: sections.filter(({ table, texts }) => (table?.rows ?? texts ?? []).length > 0),
    footer: [],
  }
}

const OPEN = { id: '', weight: 'open' } as const

function listChanges(title: string, changes: readonly Change[]): Section {
  const rows = changes.map((change) => ({
    tone: findingTones[change.after],
    cells: [{ code: change.check }, describeStep(change), change.title, change.message ?? ''],
  }))
  return { ...OPEN, title, table: { columns: ['check', 'change', 'requirement', 'violation'], rows } }
}

/** `passed → broken` */
export function describeStep({ before, after }: Change): string {
  return `${WORDS[before]} → ${WORDS[after]}`
}

/** It is that of a pass only if both runs could tell. */
function findTone({ worse, unclear, exitCode, before, after }: Comparison): Tone {
  if (worse.length > 0) return 'bad'
  const isOpen = exitCode === 3 || [before, after].some(({ verdict }) => verdict === 'incomplete')
  return isOpen || unclear.length > 0 ? 'warning' : 'good'
}

/** `2 worse, 1 better, 3 other behaviours` */
function summarise({ worse, better, behaviour, unclear }: Comparison): string {
  const counts = [
    ...(worse.length > 0 ? [`${worse.length} worse`] : []),
    ...(better.length > 0 ? [`${better.length} better`] : []),
    ...(behaviour.length > 0 ? [pluralize(behaviour.length, 'other behaviour')] : []),
    ...(unclear.length > 0 ? [`${unclear.length} unclear`] : []),
  ]
  return counts.length === 0 ? 'no difference' : counts.join(', ')
}

/** An annotation for each check that got worse, and one with the counts. */
function annotate(comparison: Comparison): Annotation[] {
  const { worse, exitCode, runs } = comparison
  const counts = summarise(comparison)
  return [
    ...worse.map((change): Annotation => {
      const message = [`${describeStep(change)}: ${change.title}`, change.message ?? ''].filter(Boolean)
      // An error would make the step look failed.
      return { type: exitCode === 1 ? 'error' : 'warning', title: change.check, message: message.join('\n') }
    }),
    // Nothing else would say why the step fails.
    exitCode === 3
      ? { type: 'error', title: 'compare', message: [counts, ...runs].join('\n') }
      : { type: 'notice', title: 'compare', message: counts },
  ]
}
