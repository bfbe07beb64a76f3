import { expect, test } from 'vitest'
import type { Report } from '../../judge/report.ts'
import { violations } from '../sampleReports.test-data.ts'
import { fleetFormats, fleetReporters } from './fleetReporters.ts'
import { joinFleet } from './joinFleet.ts'
import { listFleetChecks, toFleetTarget, toUntestedTarget } from './toFleetTarget.ts'

const HOSTILE = '<script>alert(1)</script>\u001b[2J::error::x\n##vso[task.complete]'

const named = (name: string, report: Report): Report => ({ ...report, target: { ...report.target, name } })

/** A fleet of servers with violations, and one that was not tested. */
function createFleet(count: number, name = 'server'): ReturnType<typeof joinFleet> {
  const reports = Array.from({ length: count }, (_, index) => named(`${name}-${index + 1}`, violations))
  const untested = toUntestedTarget({ name: 'untested', baseUrl: 'http://untested.test' }, HOSTILE)
  return joinFleet({
    kit: violations.kit,
    contract: violations.contract,
    checks: listFleetChecks(violations),
    targets: [...reports.map(toFleetTarget), untested],
  })
}

test.for(fleetFormats)('a target cannot command a terminal, a browser or a CI system in %s', (format) => {
  const text = fleetReporters[format](createFleet(2, HOSTILE), { color: false })
  expect(text).not.toContain('\u001b')
  // The commands of GitHub's format are its own.
  expect(format === 'github' ? text.replaceAll(/^::error title=[^:]*::/gm, '') : text).not.toMatch(
    /::error|##vso\[/,
  )
  // In Markdown, it is code.
  if (format === 'html') expect(text).not.toContain('<script>alert')
})

test('the page of a thousand targets is not larger than that of a report', () => {
  const page = fleetReporters.html(createFleet(1_000), { color: false })
  expect(Buffer.byteLength(page)).toBeLessThan(400_000)
  expect(page).toContain('1001 targets')
  expect(fleetReporters.markdown(createFleet(1_000), { color: false }).length).toBeLessThan(60_000)
})

test('a target that was not tested passes nothing', () => {
  const lines = fleetReporters.terminal(createFleet(1), { color: false }).split('\n')
  expect(lines.find((line) => line.startsWith('! untested'))).toMatch(/^! untested +incomplete +–( –)*$/)
})

test('the same targets in another order are the same fleet', () => {
  const fleet = createFleet(12)
  const { kit, contract, checks, targets } = fleet
  expect(joinFleet({ kit, contract, checks, targets: targets.toReversed() })).toEqual(fleet)
  expect(targets.map(({ target }) => target.name).slice(0, 3)).toEqual(['server-1', 'server-2', 'server-3'])
})
