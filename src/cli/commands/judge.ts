import { readContract } from '../../contract/readContract.ts'
import { messageOf } from '../../contract/words.ts'
import { readHar } from '../../record/har.ts'
import { judgeTranscript } from '../../verify.ts'
import { readBaseline } from '../baseline.ts'
import { fileError } from '../errors.ts'
import type { judgeFlags } from '../flags.ts'
import type { Call } from '../options.ts'
import { readText } from '../readText.ts'
import { nameTarget, openReports } from '../reports.ts'

/** `plant-store-kit judge`: judges a saved transcript. */
export async function judge({ words: [file = ''], flags, finish }: Call<typeof judgeFlags>): Promise<void> {
  const contract = readContract(flags.contract)
  const { transcript, sha256 } = readTranscript(file)
  if (sha256 !== contract.sha256)
    throw fileError(file, undefined, 'it is about another contract; pass that contract with --contract')
  const { options, baseUrl } = transcript
  const writeReports = openReports(nameTarget(baseUrl, options.name), flags, true, finish)
  const { name } = options
  const baseline = await readBaseline(baseUrl, { ...flags, ...(name !== undefined && { name }) })
  const strict = flags.strict === true || options.strict === true
  const judged = { ...transcript, options: { ...options, strict } }
  const report = judgeTranscript(judged, contract, baseline)
  finish(report.exitCode)
  await writeReports(report)
}

function readTranscript(file: string) {
  const text = readText(file)
  try {
    const { transcript, contract } = readHar(text)
    return { transcript, sha256: contract }
  } catch (error) {
    throw fileError(file, undefined, messageOf(error))
  }
}
