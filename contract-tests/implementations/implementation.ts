import type { Socket } from 'node:net'
import type { Answer, Ask } from './answer.ts'

/** How an implementation differs from the correct one. Everything that is not given is as there. */
export type Difference = {
  /** The plants of the first user; 20 by default, some with tags. */
  plants?: readonly unknown[]
  /** Changes the correct answer. `memory` lasts as long as the server. */
  answer?: (ask: Ask, correct: Answer, memory: Memory) => Answer | Promise<Answer>
  /** Stands in place of the bytes of an HTTP/1.1 response. Undefined closes the connection without an answer. */
  bytes?: (ask: Ask, answer: Answer, memory: Memory) => Buffer | string | undefined
  /** Stands in place of writing a response at once: in pieces, with pauses, or with the connection closed behind it. */
  write?: (socket: Socket, bytes: Buffer) => void | Promise<void>
  /** What the base URL has after the host: `/v1`, `/v1/`, `/?`. The operation is below its path. */
  basePath?: string
  /** The host of the base URL, in place of an address of this machine: a name that no name service has. */
  host?: string
  /** The first user's token. */
  token?: string
}

/** What a server of the corpus remembers. */
export type Memory = Record<string, number | undefined>

/** A small server for the contract, told apart by what it changes. */
export type Implementation = {
  id: string
  /** What it does, as the end of "a server that …". */
  title: string
  /** Rows of the policy that it stands for. */
  rows: readonly string[]
  difference: Difference
  /** What its operator knows of the two users, where that is needed to see the fault. */
  expectations?: Record<'token' | 'otherToken', { sees: readonly string[]; mustNotSee: readonly string[] }>
}

/** A server with one fault, and the check that must see it. */
export type Fault = Implementation & { check: string }

/** A server that is odd but valid. Nothing may be held against it but the warnings that it names. */
export type Variation = Implementation & {
  /** Checks that may warn of it. */
  warns?: readonly string[]
  /** Why the run may be incomplete. */
  incomplete?: true
}
