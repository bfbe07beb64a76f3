import { runInNewContext } from 'node:vm'
import { readContract } from '../../contract/readContract.ts'
import type { Report } from '../../judge/report.ts'
import { readHar } from '../../record/har.ts'
import { judgeTranscript } from '../../verify.ts'
import { readBaseline } from '../baseline.ts'
import { checked, fileError } from '../errors.ts'
import type { judgeFlags } from '../flags.ts'
import type { Call } from '../options.ts'
import { readText } from '../readText.ts'
import { nameTarget, openReports } from '../reports.ts'

/** The maximum number of milliseconds for judging a transcript. Even a long transcript takes only a few seconds. */
const MAX_TIME = 30_000

/** `plant-store-kit judge`: judges a saved transcript. */
export async function judge({ words: [file = ''], flags, finish }: Call<typeof judgeFlags>): Promise<void> {
  const contract = readContract(flags.contract)
  const text = readText(file)
  const { transcript, contract: sha256 } = checked(() => readHar(text), `${file}: `)
  if (sha256 !== contract.sha256)
    throw fileError(file, 'the run used another contract; pass this contract with --contract')
  const { options, baseUrl } = transcript
  const damaged = `${file}: expected an archive written by plant-store-kit verify --report har, got an archive that cannot be judged: `
  const target = checked(() => nameTarget(baseUrl, options.name), damaged)
  const { name } = options
  const writeReports = openReports(target, flags, true, finish)
  const baseline = await readBaseline(baseUrl, { ...flags, ...(name !== undefined && { name }) })
  const strict = flags.strict === true || options.strict === true
  const judged = { ...transcript, options: { ...options, strict } }
  // Judge in a new context, which allows a timeout, because an archive may be hostile, and a pattern in the contract may take too long.
  const whole = { judge: () => judgeTranscript(judged, contract, baseline) }
  const report: Report = checked(() => runInNewContext('judge()', whole, { timeout: MAX_TIME }), damaged)
  finish(report.exitCode)
  await writeReports(report)
}
