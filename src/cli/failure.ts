import { isAbsolute } from 'node:path'
import { ContractError } from '../contract/ContractError.ts'
import { type Annotation, formatAnnotations } from '../report/github.ts'
import { codeBlock } from '../report/markdown.ts'
import { escapeText } from '../report/text/escapeText.ts'
import { type ExitCode, explainFailure, UsageError } from './errors.ts'
import { openGithubFiles } from './output.ts'
import { toRepositoryPath } from './readText.ts'

/** Prints what went wrong to standard error, and returns the exit code. On GitHub, the page of the run shows it, too. */
export function reportFailure(error: unknown): ExitCode {
  const isDebugging = ['1', 'true'].includes(process.env.PLANT_STORE_DEBUG ?? '')
  const { code, text } = explainFailure(error, isDebugging)
  // A message may quote a server, a file or an argument.
  const safe = escapeText(text)
  process.stderr.write(safe)
  if (process.env.GITHUB_ACTIONS === 'true' && safe !== '') showOnGithub(safe, code, findPlace(error))
  return code
}

function showOnGithub(text: string, code: ExitCode, place: Annotation['place']): void {
  const title = code === 2 ? 'usage error' : 'no verdict'
  const message = text.trim().replace(/^plant-store-kit: /, '')
  process.stderr.write(formatAnnotations([{ type: 'error', title, message, place }]))
  const summary = `## plant-store-kit: ${title}\n\n${codeBlock(message)}\n`
  try {
    for (const { append } of openGithubFiles())
      append({ summary: () => summary, outputs: { 'exit-code': code } })
  } catch {
    // The annotation has it.
  }
}

/** The line of the mistake, in a file of the repository. */
function findPlace(error: unknown): Annotation['place'] {
  const { file, line = 1 } =
    error instanceof ContractError ? error : (error instanceof UsageError && error.place) || {}
  const path = file === undefined ? '' : escapeText(toRepositoryPath(file))
  return path === '' || isAbsolute(path) || path.startsWith('..') ? undefined : { path, line }
}
