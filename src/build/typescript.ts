import { ts } from '@ts-morph/common'

// Replaces `typescript`, whose default export its importers expect.
export default ts
