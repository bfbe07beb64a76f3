import { isAbsolute, relative, sep } from 'node:path'
import { parseYamlSource } from '../../contract/yaml.ts'
import type { ContractCopy } from '../../report/reporter.ts'
import { fileError } from '../errors.ts'
import { readText } from '../readText.ts'

/** Reads the user's copy of the contract. Throws a UsageError if it cannot be read or is not YAML. */
export function readContractCopy(file: string): ContractCopy {
  const { lineOf } = parseYamlSource(readText(file), (line, reason) => fileError(file, line, reason))
  return { path: toRepositoryPath(file), findLine: lineOf }
}

/** The path from the root of the checkout, where GitHub and GitLab look for files. A step may run in another folder. */
export function toRepositoryPath(file: string): string {
  const { GITHUB_WORKSPACE, CI_PROJECT_DIR } = process.env
  const path = relative(GITHUB_WORKSPACE || CI_PROJECT_DIR || '.', file)
  const isOutside = path.startsWith('..') || isAbsolute(path)
  return (isOutside ? file : path).replaceAll(sep, '/')
}
