import type { Fault } from '../../contract-tests/implementations/implementation.ts'
import {
  type RunningImplementation,
  startImplementation,
} from '../../contract-tests/implementations/startImplementation.ts'
import { suite } from '../../contract-tests/suite.ts'
import type { Finding, Report } from '../../src/judge/report.ts'
import type { Transcript } from '../../src/judge/transcript.ts'
import { type ReplayRound, replay } from '../../src/record/replay.ts'
import type { VerifyOptions } from '../../src/record/verifyOptions.ts'
import { verifyWith } from '../../src/record/verifyWith.ts'
import { compareHar } from './compareHar.ts'
import { runCurl } from './runCurl.ts'

/** How well a report on a faulty server lets its reader see the fault again. */
export type Reproduction = {
  /** The sequence that showed the fault, and its length. */
  shownBy: string
  requests: number
  /** The curl lines of the report. */
  curls: readonly string[]
  /** What went wrong: empty if everything shows the fault, and the correct server passes. */
  problems: readonly string[]
}

/** Milliseconds without data. */
const SILENCE = 1_000
const PATIENCE = 1_000
/** For the correct server, which is only slow when the machine is busy. */
const LONGER = 3_000

/**
 * Verifies a faulty server, judges the saved transcript, replays the finding on a new server and on the correct one, and runs the curl
 * lines of the report.
 */
export async function reproduceFault(fault: Fault, usual: readonly string[]): Promise<Reproduction> {
  const { difference, expectations, check } = fault
  const { token, users, basePath, plants } = difference
  const same = {
    ...(token && { token }),
    ...(users && { users }),
    ...(basePath && { basePath }),
    // Otherwise they may be what is wrong.
    ...(expectations && plants && { plants }),
  }
  const faulty = await startImplementation(difference)
  const again = await startImplementation(difference)
  const correct = await startImplementation(same)
  try {
    const options = { ...listTokens(faulty), expectations }
    const { report, problems: saved } = await verifyAndSave(faulty, { ...options, timeout: SILENCE })
    const finding = report.findings.find((each) => each.check === check)
    if (!finding) return { shownBy: '', requests: 0, curls: [], problems: ['verify has no such finding'] }

    const replayOn = async (server: RunningImplementation, timeout: number) => {
      const rounds: ReplayRound[] = []
      const context = {
        suite,
        times: 1,
        outagePatience: PATIENCE,
        onRound: (round: ReplayRound) => rounds.push(round),
      }
      const result = await replay(server.baseUrl, { finding, users: report.options.users }, context, {
        ...options,
        resolve: server.resolve,
        timeout,
      })
      return { result, last: rounds.at(-1) }
    }
    const broken = await replayOn(again, SILENCE)
    const sound = await replayOn(correct, LONGER)
    const problems = [
      ...saved,
      ...(broken.result === 'fails' ? [] : [`replay on the faulty server: ${broken.result}`]),
      ...(sound.result === 'passes' || usual.includes(check)
        ? []
        : [`replay on the correct server: ${sound.result} ${sound.last?.reasons.join(' ')}`]),
    ]
    const lines = listCurls(report.findings.filter((each) => !usual.includes(each.check)))
    for (const { line, from } of lines) {
      const [shown, other] = [await runCurl(line, faulty), await runCurl(line, correct, faulty)]
      if (shown === other) problems.push(`${from}: curl shows no fault: ${line}`)
      if (line.includes(faulty.token)) problems.push(`${from}: curl contains the token: ${line}`)
    }
    return {
      shownBy: broken.last?.title ?? '',
      requests: broken.last?.requests ?? 0,
      curls: lines.map(({ line }) => line),
      problems,
    }
  } finally {
    await Promise.all([faulty, again, correct].map((server) => server.close()))
  }
}

/** Verifies a server, and judges the saved transcript again. `problems` is what that gets wrong. */
export async function verifyAndSave(
  { baseUrl, resolve }: RunningImplementation,
  options: VerifyOptions,
): Promise<{ report: Report; problems: readonly string[] }> {
  const transcripts: Transcript[] = []
  const report = await verifyWith(
    baseUrl,
    {
      suite,
      engines: { probes: 'probes' },
      outagePatience: PATIENCE,
      onTranscript: (transcript) => transcripts.push(transcript),
    },
    { ...options, resolve },
  )
  return { report, problems: transcripts.flatMap((transcript) => compareHar(transcript, report)) }
}

export function listTokens({ token, otherToken }: RunningImplementation) {
  return { token, otherToken }
}

function listCurls(findings: readonly Finding[]): { line: string; from: string }[] {
  return findings.flatMap(({ check, evidence }) =>
    evidence.flatMap(({ curl, probe }) => (curl === '' ? [] : [{ line: curl, from: `${check} ${probe}` }])),
  )
}
