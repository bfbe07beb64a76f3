import type { Socket } from 'node:net'
import type { IncomingRequest, OutgoingResponse } from './response.ts'

/** The difference between an implementation and the correct implementation. */
export type Difference = {
  /** The first user's plants. By default, 20 plants, some of which have tags. */
  plants?: readonly unknown[]
  /** Changes the correct response. `memory` lasts as long as the server runs. */
  respond?: (
    request: IncomingRequest,
    correct: OutgoingResponse,
    memory: Memory,
  ) => OutgoingResponse | Promise<OutgoingResponse>
  /** Replaces the bytes of a response. If the result is undefined, the server closes the connection without a response. */
  bytes?: (
    request: IncomingRequest,
    response: OutgoingResponse,
    memory: Memory,
  ) => Buffer | string | undefined
  /** Writes the response in a different way: in pieces, with pauses, or with the end of the connection after the response. */
  write?: (socket: Socket, bytes: Buffer) => void | Promise<void>
  /** The maximum number of open connections. The server closes further connections or, with `one at a time`, makes them wait. */
  connections?: { max: number } | 'one at a time'
  /** The responses after which the server keeps the connection open although the request has Connection: close. */
  ignoresClose?: 'all' | 'refusals'
  /** `unordered`: the server sends each response as soon as it is ready. `dropped`: the server ignores what arrives with a request. */
  pipelining?: 'unordered' | 'dropped'
  /** Matches the heads of the requests whose content the server reads. Default: all requests. */
  readsContent?: RegExp
  /** The part of a request without which the server refuses the request: the part must arrive as a whole. */
  readsOnce?: 'request' | 'empty line'
  /** The part of the base URL after its host and port: `/v1`, `/v1/`, `/?`. */
  basePath?: string
  /** The address to listen on. Default: 127.0.0.1. */
  address?: '127.0.0.1' | '::1'
  /** Whether the server uses TLS, with a new self-signed certificate. */
  tls?: true
  /** The host in the base URL, whose name need not be in the DNS. Default: the address. */
  host?: string
  /** The first user's token. */
  token?: string
  /** The number of users whose tokens the kit gets, by default 2. */
  users?: 3
}

/** The plants that each user must and must not see, as in an `--expect` file. */
export type Expectations = {
  token: ExpectedPlants
  otherToken: ExpectedPlants | readonly ExpectedPlants[]
  hidden?: readonly string[]
}

type ExpectedPlants = {
  sees: readonly (string | { name: string; tag: string })[]
  mustNotSee: readonly string[]
}

/** A server's state between requests. */
export type Memory = Record<string, number | undefined>

/** A test server: the correct implementation with a difference. */
export type Implementation = {
  id: string
  /** A description that completes "a server that …". */
  title: string
  /** The codes of further rows in the policy for which this server is an example, besides the rows of its check. */
  rows: readonly string[]
  difference: Difference
  /** Plants that each user must and must not see, if the check needs this information. */
  expectations?: Expectations
}

/** A server with one fault, and the check that must report it. */
export type Fault = Implementation & { check: string }

/** An unusual but valid server. No check may report the server, but the checks in `warns` may warn. */
export type Variation = Implementation & {
  /** Checks that may warn. */
  warns?: readonly string[]
  /** Set if a run on this server is incomplete. */
  incomplete?: true
}

/**
 * A server's permanent id and its title. Between id and title, brackets can contain codes of the policy's rows, separated by spaces:
 * `limit-capped (V39): returns at most ten plants`.
 */
type Name = `${string}: ${string}`

type Server<More> = Difference | (More & { difference: Difference })

/** Creates servers that one check must report. The check counts as a check of these servers' rows in the policy. */
export function faults(check: string, servers: Readonly<Record<Name, Difference>>): Fault[] {
  return Object.entries(servers).map(([name, server]) => ({ ...readServer(name, server, ''), check }))
}

/** Creates valid servers. The rows in the policy apply to each server without its own rows. */
export function valid(
  rows: string,
  servers: Readonly<Record<Name, Server<Pick<Variation, 'warns' | 'incomplete' | 'expectations'>>>>,
): Variation[] {
  return Object.entries(servers).map(([name, server]) => readServer(name, server, rows))
}

function readServer(name: string, server: Server<object>, usualRows: string): Implementation {
  const [, id = '', rows = usualRows, title = ''] = /^(\S+)(?: \((.*?)\))?: (.*)$/.exec(name) ?? []
  const more = 'difference' in server ? server : { difference: server }
  return { id, title, rows: rows.split(' ').filter((row) => row !== ''), ...more }
}
