import { base } from './base.ts'
import { findings } from './findings.ts'
import { lists } from './lists.ts'
import { media } from './media.ts'
import { overview } from './overview.ts'

/** The style sheet of the page, in the order of the cascade. */
export const style = [base, overview, findings, lists, media].join('')
