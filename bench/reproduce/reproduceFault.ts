import type { Fault } from '../../contract-tests/implementations/implementation.ts'
import {
  type RunningImplementation,
  startImplementation,
} from '../../contract-tests/implementations/startImplementation.ts'
import { suite } from '../../contract-tests/suite.ts'
import { readContract } from '../../src/contract/readContract.ts'
import { judge } from '../../src/judge/judge.ts'
import { listSecrets } from '../../src/judge/mask.ts'
import type { Finding, Report } from '../../src/judge/report.ts'
import type { Transcript } from '../../src/judge/transcript.ts'
import { readHar, writeHar } from '../../src/record/har.ts'
import { type ReplayRound, replay } from '../../src/record/replay.ts'
import type { VerifyOptions } from '../../src/record/verifyOptions.ts'
import { verifyWith } from '../../src/record/verifyWith.ts'
import { runProgram } from '../../tests/runProgram.testing.ts'

/** Whether readers of the report on a faulty server can reproduce the fault. */
export type Reproduction = {
  /** The title of the sequence of requests that showed the fault. */
  shownBy: string
  /** The problems, such as a curl line that does not show the fault. */
  problems: readonly string[]
}

/** The timeout of a request in milliseconds. */
const SILENCE = 1_000
const PATIENCE = 1_000
/** The timeout for the correct server, which is slow only if the machine is busy. */
const LONGER = 3_000

/**
 * Verifies a faulty server, judges the saved transcript, replays the finding on another such server and on the correct server, and
 * runs the report's curl lines.
 */
export async function reproduceFault(fault: Fault, usual: readonly string[]): Promise<Reproduction> {
  const { difference, expectations, check } = fault
  const { token, users, basePath, plants } = difference
  const same = {
    ...(token && { token }),
    ...(users && { users }),
    ...(basePath && { basePath }),
    // If the fault has no expectations, its plants may be the fault, so the correct server does not use these plants.
    ...(expectations && plants && { plants }),
  }
  const faulty = await startImplementation(difference)
  const again = await startImplementation(difference)
  const correct = await startImplementation(same)
  try {
    const options = { ...listTokens(faulty), expectations }
    const { report, problems: saved } = await verifyAndSave(faulty, { ...options, timeout: SILENCE })
    const finding = report.findings.find((each) => each.check === check)
    if (!finding) return { shownBy: '', problems: ['verify misses the fault'] }

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
    return { shownBy: broken.last?.title ?? '', problems }
  } finally {
    await Promise.all([faulty, again, correct].map((server) => server.close()))
  }
}

/**
 * Verifies a server, and judges the saved transcript again. `problems` are the differences between the reports, and secrets in the archive.
 */
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

export const listTokens = ({ token, otherToken }: RunningImplementation) => ({ token, otherToken })

function listCurls(findings: readonly Finding[]): { line: string; from: string }[] {
  return findings.flatMap(({ check, evidence }) =>
    evidence.flatMap(({ curl, probe }) => (curl === '' ? [] : [{ line: curl, from: `${check} ${probe}` }])),
  )
}

/** Lists the problems of a saved transcript: differences between its report and the live report, and secrets in the transcript. */
function compareHar(transcript: Transcript, report: Report): string[] {
  const contract = readContract()
  const text = [...writeHar(transcript, contract.sha256)].join('')
  const saved = readHar(text).transcript
  const rules = { contract, checks: suite.checks(contract) }
  const again = judge(saved, rules)
  const different = report.findings.filter(
    (finding, index) => JSON.stringify(finding) !== JSON.stringify(again.findings[index]),
  )
  const secrets = listSecrets(transcript.options).filter((each) => each.length >= 8)
  const shown = secrets.filter((secret) => text.includes(secret))
  return [
    ...(again.verdict === report.verdict
      ? []
      : [`the saved run is ${again.verdict}; the live run is ${report.verdict}`]),
    ...different.map(({ check }) => `${check} differs`),
    ...shown.map((secret) => `the archive contains ${secret}`),
  ]
}

/** The timeout of a curl line in seconds, which is far longer than any line needs. */
const CURL_SECONDS = 60

/**
 * Runs a curl line in a shell, as a reader of the report does. Resolves to the output, without dates and ports, which differ between
 * servers. `from` is the server for which the line was written.
 */
async function runCurl(
  line: string,
  server: RunningImplementation,
  from: RunningImplementation = server,
): Promise<string> {
  const [port, fromPort] = [server, from].map(({ baseUrl }) => new URL(baseUrl).port)
  const command = line.replaceAll(from.baseUrl, server.baseUrl).replaceAll(`:${fromPort}:`, `:${port}:`)
  const others = server.otherToken.map((token, index) => [
    index === 0 ? 'PLANT_STORE_OTHER_TOKEN' : `PLANT_STORE_OTHER_TOKEN_${index + 1}`,
    token,
  ])
  const env = { ...process.env, PLANT_STORE_TOKEN: server.token, ...Object.fromEntries(others) }
  const shell = ['bash', '-c', command]
  const { code, stdout, stderr } = await runProgram('timeout', [`${CURL_SECONDS}`, ...shell], { env })
  if (code === 124) throw new Error(`this line does not end: ${command}`)
  const shown = (stdout + stderr).replaceAll(/^date: .*$/gim, 'Date: …').replaceAll(`:${port}`, ':…')
  return `${shown}\nexit code ${code}`
}
