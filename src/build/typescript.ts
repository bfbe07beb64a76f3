import { ts } from '@ts-morph/common'

// Replaces the module `typescript` for openapi-typescript, which expects a default export.
export default ts
