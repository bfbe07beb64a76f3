import type { Report } from '../judge/report.ts'
import type { ReporterOptions } from './document.ts'
import { listResults, type Result } from './results.ts'
import { escapeMarkup } from './text/escapeText.ts'

const TAGS = { failed: 'failure', error: 'error', skipped: 'skipped', accepted: 'skipped' } as const

/** Writes the report as JUnit XML with one test case per result. The XML follows the schema of Jenkins' xUnit plugin. */
export function junit(unsafe: Report, options: ReporterOptions): string {
  const { report, results } = listResults(unsafe, options)
  const { kit, contract, target, verdict, exitCode, durationMs, startedAt } = report
  const count = (...statuses: Result['status'][]): number =>
    results.filter(({ status }) => statuses.includes(status)).length
  const counts = {
    name: `plant-store ${target.name}`,
    tests: results.length,
    failures: count('failed'),
    errors: count('error'),
    time: seconds(durationMs),
  }
  const properties = {
    'kit.version': kit.version,
    'contract.version': contract.version,
    'contract.sha256': contract.sha256,
    'target.name': target.name,
    'target.baseUrl': target.baseUrl,
    ...(target.route !== undefined && { 'target.route': target.route }),
    verdict,
    exitCode,
  }
  const list = Object.entries(properties).map(([name, value]) => element('property', { name, value }))
  const more = { skipped: count('skipped', 'accepted'), timestamp: startedAt }
  const suite = element('testsuite', { ...counts, ...more }, [
    element('properties', {}, list),
    ...results.map((result) => testCase(result, target.name)),
  ])
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', counts, [suite])}\n`
}

/** Writes a test case. A warning is a test case that passes, and that shows details. */
function testCase(result: Result, target: string): string {
  const { group, name, durationMs, status, message, detail, level } = result
  // Jenkins treats the part before the last dot as a package, so replace dots in the target's name.
  const classname = `${target.replaceAll('.', '_')}.${group.replaceAll('.', '_')}`
  // Write a time of 0, although a check has no duration, because some readers show a missing time as NaN.
  const attributes = { classname, name, time: seconds(durationMs) }
  if (status === 'passed' || status === 'warning') {
    const output = detail === undefined ? [] : [element('system-out', {}, escapeMarkup(detail))]
    return element('testcase', attributes, output)
  }
  // Write an attribute and a text: GitLab shows the text of an element, and Jenkins first shows its attribute `message`.
  const text = escapeMarkup(detail ?? message)
  return element('testcase', attributes, [element(TAGS[status], { type: level ?? group, message }, text)])
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3)

/** Writes an XML element that contains a string, or elements on separate lines. No string has control characters except newlines. */
function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: string | readonly string[] = [],
): string {
  const list = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeMarkup(String(value)).replaceAll('\n', '&#10;')}"`,
  )
  const start = `<${name}${list.join('')}`
  if (typeof content === 'string') return `${start}>${content}</${name}>`
  return content.length === 0 ? `${start}/>` : [`${start}>`, ...content, `</${name}>`].join('\n')
}
