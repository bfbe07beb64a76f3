import { onTestFinished } from 'vitest'
import type { Difference } from '../../contract-tests/implementations/implementation.ts'
import {
  type RunningImplementation,
  startImplementation,
} from '../../contract-tests/implementations/startImplementation.ts'
import { suite } from '../../contract-tests/suite.ts'
import { readContract } from '../contract/readContract.ts'
import { createAnalyser } from '../judge/body/analyseResponse.ts'
import type { Transcript } from '../judge/transcript.ts'
import { record } from './record.ts'
import type { RunContext } from './run.ts'
import type { VerifyOptions } from './verifyOptions.ts'

export const contract = readContract()

/** The context of a run with the kit's own checks. */
export const recording: RunContext = {
  contract,
  suite,
  engines: { probes: 'probes' },
  analyse: createAnalyser(contract),
}

/** Starts a server that runs until the end of the test. */
export async function startUntilEnd(difference: Difference = {}): Promise<RunningImplementation> {
  const running = await startImplementation(difference)
  onTestFinished(running.close)
  return running
}

/** Records a whole run on a server with this difference. */
export async function recordRun(
  difference: Difference,
  options: VerifyOptions = {},
  context: Partial<RunContext> = {},
): Promise<Transcript> {
  const { baseUrl, token } = await startUntilEnd(difference)
  return record(baseUrl, { ...recording, ...context }, { token, ...options })
}
