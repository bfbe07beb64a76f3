import { ts } from '@ts-morph/common'

// Stands in for `typescript`. The importers expect a default export.
export default ts
