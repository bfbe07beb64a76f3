import { ts } from '@ts-morph/common'

// In the place of `typescript`, whose default export its users in ES modules expect.
export default ts
