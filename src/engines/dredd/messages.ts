/** The hooks of Dredd that the kit uses. */
export type Hooks = {
  beforeAll: (hook: (transactions: HookTransaction[], done: () => void) => void) => void
  beforeEachValidation: (hook: (transaction: HookTransaction) => void) => void
  afterEach: (hook: (transaction: HookTransaction) => void) => void
}

/** A transaction as hooks receive it: with the expected response, and later the actual one. */
export type HookTransaction = TransactionRequest & {
  expected: object
  /** Undefined if there was no response. */
  real: ActualResponse
  results?: { valid?: boolean; fields: Record<string, { errors: { message: string }[] }> }
  test: unknown
}

/** A response as Dredd reports it. */
type ActualResponse = {
  statusCode: number
  headers: { 'content-type'?: string }
  body?: string
  bodyEncoding?: string
}

/** The part of a transaction that the kit sets. */
export type TransactionRequest = {
  id: string
  name: string
  protocol: string
  host: string
  port: string
  fullPath: string
  request: { method: string; uri: string; headers: Record<string, string>; body: string }
  /** The expected status. */
  expect: string
}

/** A documented response in Dredd's terms. `bodySchema` is a JSON Schema as text. */
export type ExpectedResponse = { status: number; mediaType: string; bodySchema: string }

/** To the child: begin a run with the description in this file. */
export type Description = { description: string }

/** To the child, when it is ready: what to send, and the expected responses by status. */
export type Instructions = {
  requests: TransactionRequest[]
  expected: Record<string, ExpectedResponse>
}

/** From the child to the kit. */
export type ChildMessage =
  | { kind: 'ready' }
  | {
      kind: 'answer'
      id: string
      /** Whether Dredd read the body as text. */
      isText: boolean
      /** Whether it received a response and judged it. */
      judged: boolean
      errors: { field: string; message: string }[]
    }
  | { kind: 'error'; id: string; message: string }
  | { kind: 'end'; message?: string }
