/** The hooks of Dredd that the kit uses. */
export type Hooks = {
  beforeAll: (hook: (transactions: Transaction[], done: () => void) => void) => void
  beforeEach: (hook: (transaction: Transaction) => void) => void
  beforeEachValidation: (hook: (transaction: Transaction) => void) => void
  afterEach: (hook: (transaction: Transaction) => void) => void
}

/** One request of Dredd's with the expected response, and later the actual one. */
export type Transaction = TransactionRequest & {
  attempt: number
  expected: object
  startedAt: number
  skip: boolean
  /** Undefined if there was no response. */
  real: ActualResponse
  results?: { valid?: boolean; fields: Record<string, { errors: { message: string }[] }> }
  test: unknown
}

/** A response as Dredd reports it. */
export type ActualResponse = {
  statusCode: number
  headers: Record<string, string | string[]> & { 'content-type'?: string }
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

/** To the child: what to send, and the expected responses by status. */
export type Instructions = {
  requests: TransactionRequest[]
  expected: Record<string, ExpectedResponse>
  timeout: number
}

/** From the child. */
export type Report =
  | { kind: 'ready' }
  | {
      kind: 'answer'
      id: string
      /** Whether this was the last attempt. */
      last: boolean
      durationMs: number
      real?: ActualResponse
      judged: boolean
      errors: { field: string; message: string }[]
    }
  | { kind: 'error'; id: string; message: string }
  | { kind: 'skipped'; id: string }
  | { kind: 'end'; message?: string }
