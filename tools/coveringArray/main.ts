import { writeFileSync } from 'node:fs'
import { formatRows } from './formatRows.ts'

// `npm run design`: chooses the rows of the plan again, after a change of the dimensions or of the layout.
writeFileSync(new URL('../../contract-tests/plan/design/rows.ts', import.meta.url), formatRows())
