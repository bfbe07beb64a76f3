import { type CheckPage, findCheckPage as findPage, readCheckPages } from '../contract-tests/checks/pages.ts'
import { suite } from '../contract-tests/suite.ts'
import type { Contract } from './contract/contract.ts'
import { loadEngines } from './engines/engines.ts'
import type { Baseline } from './judge/baseline.ts'
import { judge } from './judge/judge.ts'
import type { Report } from './judge/report.ts'
import type { Transcript } from './judge/transcript.ts'
import {
  type ReplayContext,
  type Replayed,
  type ReplayResult,
  replay as replayWith,
} from './record/replay.ts'
import type { VerifyOptions } from './record/verifyOptions.ts'
import { type VerifyContext, verifyWith } from './record/verifyWith.ts'
import { type Options, readArguments } from './verifyArguments.ts'

export type { Options }

/** @internal The checks of a contract, in the order in which a developer should fix them. */
export const { checks } = suite

/** @internal Finds the page about a check in `docs/checks/`. */
export const findCheckPage = (check: string): CheckPage | undefined => findPage(readCheckPages(), check)

/** The function `verify` of the package, which `src/index.ts` describes. */
export async function verify(baseUrl: string, options: Options = {}): Promise<Report> {
  return verifyUntil(baseUrl, readArguments(baseUrl, options), {})
}

/** @internal */
export type RunControl = Pick<VerifyContext, 'stop' | 'onError' | 'onTranscript' | 'listFacts' | 'fetchToken'>

/** @internal Like `verify`, for the commands of the kit: if the run ends early, resolves to a report on the requests so far. */
export async function verifyUntil(baseUrl: string, options: Options, control: RunControl): Promise<Report> {
  const { engines = 'auto', ...rest } = options
  // The plan `monitor` must send few requests, so do not run Prism and Dredd, which repeat requests.
  const loaded = await loadEngines(rest.plan === 'monitor' ? ['probes'] : engines)
  return verifyWith(baseUrl, { suite, engines: loaded, ...control }, rest)
}

/** @internal Reproduces a finding: resends the requests that showed the finding. */
export function replay(
  baseUrl: string,
  replayed: Replayed,
  context: Omit<ReplayContext, 'suite'>,
  options: VerifyOptions,
): Promise<ReplayResult> {
  return replayWith(baseUrl, replayed, { suite, ...context }, options)
}

/** @internal Judges a transcript without a running server. */
export function judgeTranscript(transcript: Transcript, contract: Contract, baseline?: Baseline): Report {
  return judge(transcript, { contract, checks: suite.checks(contract), baseline })
}
