/** What Dredd calls at points of its run, as far as the kit uses it. */
export type Hooks = {
  beforeAll: (hook: (transactions: Transaction[], done: () => void) => void) => void
  beforeEach: (hook: (transaction: Transaction) => void) => void
  beforeEachValidation: (hook: (transaction: Transaction) => void) => void
  afterEach: (hook: (transaction: Transaction) => void) => void
}

/** One request of Dredd's, with what is expected of its answer and then what came of it. */
export type Transaction = Order & {
  attempt: number
  expected: object
  startedAt: number
  skip: boolean
  /** Stays undefined where no answer came. */
  real: Real
  results?: { valid?: boolean; fields: Record<string, { errors: { message: string }[] }> }
  test: unknown
}

/** An answer as Dredd tells of it. */
export type Real = {
  statusCode: number
  headers: Record<string, string | string[]> & { 'content-type'?: string }
  body?: string
  bodyEncoding?: string
}

/** The part of a transaction that the kit decides. */
export type Order = {
  id: string
  name: string
  protocol: string
  host: string
  port: string
  fullPath: string
  request: { method: string; uri: string; headers: Record<string, string>; body: string }
  /** The status that the answer is expected to have. */
  expect: string
}

/** A documented response in Dredd's terms. `bodySchema` is a JSON Schema as text. */
export type Promised = { status: number; mediaType: string; bodySchema: string }

/** To the child: what to send and what to hold the answers against, by status. */
export type Instructions = { orders: Order[]; expected: Record<string, Promised>; timeout: number }

/** From the child. */
export type Report =
  | { kind: 'ready' }
  | {
      kind: 'answer'
      id: string
      /** Whether it will not be tried again. */
      last: boolean
      durationMs: number
      real?: Real
      judged: boolean
      errors: { field: string; message: string }[]
    }
  | { kind: 'error'; id: string; message: string }
  | { kind: 'given up'; id: string }
  | { kind: 'end'; message?: string }
