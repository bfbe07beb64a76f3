import { expect } from 'vitest'
import type { Report } from '../src/judge/report.ts'
import { plantStore } from './commandLine.testing.ts'

/** Runs the kit's own checks, and returns the ones that fail. */
export async function findFailedChecks(url: string): Promise<string[]> {
  const { code, stdout } = await plantStore(`verify ${url} --token any --engine probes --report json`)
  expect(code).toBe(1)
  const { findings }: Report = JSON.parse(stdout)
  return findings.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check)
}
