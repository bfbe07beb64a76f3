import { describeMachine } from '../writeFigures.ts'
import type { ServerCost } from './attackServer.ts'
import { type Cost, CURL_LIMIT } from './attackVerify.ts'
import { LIMITS, MIB } from './limits.ts'

type Results = {
  engines: string
  baseline: Cost
  runs: readonly { name: string; cost: Cost; curl: Cost | undefined }[]
  kills: readonly Cost[]
  /** The mock is the first. */
  attacked: readonly { name: string; cost: ServerCost }[]
  loads: readonly number[]
  /** What exceeded its limit. */
  problems: readonly string[]
}

/** How many of the costliest runs are shown. */
const SHOWN = 12

/** Formats the figures for bench/results.md. */
export function formatFigures({
  engines,
  baseline,
  runs,
  kills,
  attacked,
  loads,
  problems,
}: Results): string {
  const costs = runs.map(({ cost }) => cost)
  const most = (of: (cost: Cost) => number, all = costs): number => Math.max(...all.map(of))
  const more = ({ memory }: Cost): number => memory - baseline.memory
  const ms = costs.map((cost) => cost.ms).sort((one, other) => one - other)
  const curls = runs.flatMap(({ curl }) => curl ?? [])
  const shown = [
    ...runs.toSorted((one, other) => other.cost.ms - one.cost.ms).slice(0, SHOWN / 2),
    ...runs.toSorted((one, other) => other.cost.memory - one.cost.memory).slice(0, SHOWN / 2),
  ]
  return `\`npm run hostile\` on ${new Date().toISOString().slice(0, 10)}, with the engines ${engines}, ${describeMachine(loads)}:

| \`verify --timeout 1000\` on ${runs.length} hostile servers | measured | limit |
| --- | --- | --- |
| time: median, longest | ${toSeconds(ms[Math.floor(ms.length / 2)] ?? 0)}, ${toSeconds(most((cost) => cost.ms))} s | ${toSeconds(LIMITS.ms)} s, and 45 s more if the server says when to come back or is down |
| memory of all processes, a usual run | ${toMib(baseline.memory)} MiB | |
| more than that, at most | ${toMib(Math.max(0, most(more)))} MiB | ${toMib(LIMITS.moreMemory)} MiB |
| processes, open files and sockets, at most | ${most((cost) => cost.processes)}, ${most((cost) => cost.files)} | ${LIMITS.processes}, ${LIMITS.files} |
| ${kills.length} runs stopped by SIGINT, SIGTERM, SIGHUP or SIGKILL: longest time to the end | ${toSeconds(most((cost) => cost.ms, [...kills]))} s | ${toSeconds(LIMITS.killedMs)} s |
| processes and files left behind | ${costs.concat(kills).reduce((sum, { left }) => sum + left.length, 0)} | 0 |

${problems.length === 0 ? 'Every limit holds.' : `What exceeded a limit: ${problems.join('; ')}.`}

The six slowest runs and the six that took most memory, beside a single request of curl. curl has a limit of
${CURL_LIMIT / 1000} s, which ${curls.filter((curl) => curl.ms >= CURL_LIMIT).length} of the ${curls.length} servers used up:

| server | verify | memory | curl, one request | memory |
| --- | --- | --- | --- | --- |
${[...new Set(shown)].map(({ name, cost, curl }) => `| \`${name}\` | ${toSeconds(cost.ms)} s | ${toMib(cost.memory)} MiB | ${curl ? `${toSeconds(curl.ms)} s` : 'not installed'} | ${curl ? `${toMib(curl.memory)} MiB` : ''} |\n`).join('')}
| ${attacked[0]?.cost.requests} malformed requests, and a usual client | ${attacked.map(({ name }) => name).join(' | ')} | limit of the mock |
| --- |${' --- |'.repeat(attacked.length + 1)}
${[
  row('time', ({ ms: time }) => `${toSeconds(time)} s`, ''),
  row('answers to the usual client', ({ answers }) => String(answers), ''),
  row('other answers than usual', ({ wrong }) => String(wrong.length), '0'),
  row('its longest wait', ({ slowest }) => `${slowest.toFixed(0)} ms`, `${LIMITS.otherClientMs} ms`),
  row('more memory', ({ moreMemory }) => `${toMib(moreMemory)} MiB`, `${toMib(LIMITS.mockMemory)} MiB`),
  row('files and sockets left open', ({ moreFiles }) => String(moreFiles), '0'),
].join('')}`

  function row(what: string, format: (cost: ServerCost) => string, limit: string): string {
    return `| ${what} | ${attacked.map(({ cost }) => format(cost)).join(' | ')} | ${limit} |\n`
  }
}

function toSeconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}

function toMib(bytes: number): string {
  return (bytes / MIB).toFixed(0)
}
