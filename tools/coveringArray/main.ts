import { writeFileSync } from 'node:fs'
import { formatRows } from './formatRows.ts'

// `npm run design`: chooses the rows of the plan again, after a change to the dimensions or the layout.
writeFileSync(new URL('../../contract-tests/plan/design/rows.ts', import.meta.url), formatRows())
