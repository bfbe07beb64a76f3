import { Command } from 'commander'
import { messageOf } from '../../contract/words.ts'
import { openBaseline } from '../baseline/openBaseline.ts'
import { addFlags } from '../config/createOption.ts'
import type { Flags, FlagsOf } from '../config/flag.ts'
import { fileError } from '../errors.ts'
import type { Finish } from '../explainFailure.ts'
import { reportFlags } from '../flags/reportFlags.ts'
import { verifyFlags } from '../flags/verifyFlags.ts'
import { readText } from '../readText.ts'
import { readContractCopy } from '../reports/contractCopy.ts'
import { openReports } from '../reports/openReports.ts'

const { contract, baseline, strict } = verifyFlags
const judgeFlags = { contract, baseline, strict, ...reportFlags } as const satisfies Flags

/** `plant-store judge`: judges a saved transcript. */
export function judgeCommand(finish: Finish): Command {
  const command = new Command('judge')
    .description('Judge the transcript of a run again, without its server.')
    .argument('<file>', 'the HTTP Archive that plant-store verify --report har=FILE wrote')
  return addFlags(command, judgeFlags).action(async (file: string, flags: FlagsOf<typeof judgeFlags>) => {
    const { contract: given, contractPath = given, verbose, report: destinations } = flags
    // Loaded late, so that help and usage errors appear at once.
    const { readContract } = await import('../../contract/readContract.ts')
    const description = readContract(given)
    const { transcript, sha256 } = await readTranscript(file)
    if (sha256 !== description.sha256)
      throw fileError(file, undefined, 'it is about another contract; pass the same one with --contract')
    const writeReports = openReports(destinations, {
      contract: contractPath === undefined ? undefined : readContractCopy(contractPath),
      verbose,
      showsVerdict: true,
    })
    const known = await openBaseline(transcript.baseUrl, { ...flags, name: transcript.options.name })
    const { judgeTranscript } = await import('../../verify.ts')
    const isStrict = flags.strict === true || transcript.options.strict === true
    const report = judgeTranscript(
      { ...transcript, options: { ...transcript.options, strict: isStrict } },
      description,
      known?.baseline,
    )
    finish(report.exitCode)
    const complete = await writeReports(report)
    if (!complete && report.exitCode === 0) finish(3)
  })
}

async function readTranscript(file: string) {
  const { readHar } = await import('../../record/har/readHar.ts')
  const text = readText(file)
  try {
    const { transcript, contract } = readHar(text)
    return { transcript, sha256: contract }
  } catch (error) {
    throw fileError(file, undefined, messageOf(error))
  }
}
