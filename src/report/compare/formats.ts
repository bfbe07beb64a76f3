import { escapeJson } from '../text/escapeText.ts'
import type { Comparison } from './comparison.ts'
import { github } from './github.ts'
import { markdown } from './markdown.ts'
import { terminal } from './terminal.ts'

/** Formats a comparison as the text of a file, which ends with a line end. */
type Format = (comparison: Comparison, options: { color: boolean }) => string

/** The formats of `plant-store compare`. */
export const comparisonFormats = {
  terminal,
  markdown,
  github,
  json: (comparison) => `${escapeJson(JSON.stringify(comparison, null, 2))}\n`,
} as const satisfies Record<string, Format>

export type ComparisonFormat = keyof typeof comparisonFormats
