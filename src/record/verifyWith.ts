import type { Contract } from '../contract/contract.ts'
import { ContractError } from '../contract/description.ts'
import { readContract } from '../contract/readContract.ts'
import { createAnalyser } from '../judge/body/analyseResponse.ts'
import { judge } from '../judge/judge.ts'
import type { Report } from '../judge/report.ts'
import type { Transcript } from '../judge/transcript.ts'
import { record } from './record.ts'
import type { RunContext } from './run.ts'
import type { VerifyOptions } from './verifyOptions.ts'

export type VerifyContext = Omit<RunContext, 'contract' | 'analyse'> & {
  /** Called with the transcript, and with the contract that the transcript is judged against. */
  onTranscript?: ((transcript: Transcript, contract: Contract) => unknown) | undefined
}

/**
 * Sends the suite's plan to the implementation at a base URL, judges the transcript and resolves to the report. Only the kit's own tests
 * set `patience`. Rejects with an Error for an invalid base URL, with a ContractError for a contract that the kit cannot use, with a
 * RangeError for a baseline with an unknown id, and with the reason when `signal` aborts.
 */
export async function verifyWith(
  baseUrl: string,
  { suite, onError, onTranscript, ...recording }: VerifyContext,
  options: VerifyOptions = {},
): Promise<Report> {
  const contract = readContract(options.contract)
  const checks = suite.checks(contract)
  if (options.expectations !== undefined) assertNames(contract)
  const unknown = options.baseline?.entries.find(({ id }) => checks.every((check) => check.id !== id))
  if (unknown) throw new RangeError(`baseline: no check has the id "${unknown.id}"`)
  const analyse = createAnalyser(contract)
  const transcript = await record(baseUrl, { ...recording, contract, suite, analyse, onError }, options)
  const report = judge(transcript, { contract, checks, analyse, baseline: options.baseline, onError })
  onTranscript?.(transcript, contract)
  return report
}

/** Throws a ContractError if the contract defines no name for plants, because expectations identify plants by name. */
function assertNames({ file, findLine, plants }: Contract): void {
  const refusesName = (name: unknown): boolean =>
    plants.validate([{ name }]).some(({ pointer, keyword }) => pointer === '/0/name' && keyword === 'type')
  if (!refusesName(0) || refusesName('Aloe'))
    throw new ContractError(
      file,
      findLine(plants.schema.pointerOf('')),
      'expectations use plant names, but plants have no property "name" of type string; run without --expect',
    )
}
