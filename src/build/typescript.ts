import { ts } from '@ts-morph/common'

// Replaces `typescript` for importers, which expect a default export.
export default ts
