import { Command } from 'commander'
import { messageOf } from '../../contract/words.ts'
import { openBaseline } from '../baseline.ts'
import { type Finish, fileError } from '../errors.ts'
import { judgeFlags, sections } from '../flags.ts'
import { addFlags, type FlagsOf } from '../options.ts'
import { readText } from '../readText.ts'
import { nameTarget, openReports } from '../reports.ts'

/** `plant-store-kit judge`: judges a saved transcript. */
export function judgeCommand(finish: Finish): Command {
  const command = new Command('judge')
    .description('Judge the transcript of a run again, without its server.')
    .argument('<file>', 'the HTTP Archive that plant-store-kit verify --report har=FILE wrote')
  const section = { name: 'verify', all: sections, keys: ['contractPath'] }
  return addFlags(command, judgeFlags, { section }).action(
    async (file: string, flags: FlagsOf<typeof judgeFlags>) => {
      // Loaded late, so that help and usage errors appear immediately.
      const { readContract } = await import('../../contract/readContract.ts')
      const contract = readContract(flags.contract)
      const { transcript, sha256 } = await readTranscript(file)
      if (sha256 !== contract.sha256)
        throw fileError(file, undefined, 'it is about another contract; pass the same one with --contract')
      const { options, baseUrl } = transcript
      const writeReports = openReports(nameTarget(baseUrl, options.name), flags, true)
      const known = await openBaseline(baseUrl, {
        ...flags,
        ...(options.name !== undefined && { name: options.name }),
      })
      const { judgeTranscript } = await import('../../verify.ts')
      const strict = flags.strict === true || options.strict === true
      const judged = { ...transcript, options: { ...options, strict } }
      const report = judgeTranscript(judged, contract, known?.baseline)
      finish(report.exitCode)
      if (!(await writeReports(report))) finish(3)
    },
  )
}

async function readTranscript(file: string) {
  const { readHar } = await import('../../record/har.ts')
  const text = readText(file)
  try {
    const { transcript, contract } = readHar(text)
    return { transcript, sha256: contract }
  } catch (error) {
    throw fileError(file, undefined, messageOf(error))
  }
}
