import type { Probe } from '../../judge/exchange.ts'

/**
 * What the server answered with a 429 or a 5xx even after a wait. That may be how it, or a gateway, refuses such requests, so
 * later ones of the same kind are not waited out again.
 */
export type Refusals = {
  isKnown: (probe: Probe) => boolean
  add: (probe: Probe) => void
  /** Forgets the kinds of a request that was served: they are not why the others were refused. */
  remove: (probe: Probe) => void
}

export function createRefusals(): Refusals {
  const refused = new Set<string>()
  return {
    isKnown: (probe) => listKinds(probe).some((kind) => refused.has(kind)),
    add: (probe) => {
      for (const kind of listKinds(probe)) refused.add(kind)
    },
    remove: (probe) => {
      for (const kind of listKinds(probe)) refused.delete(kind)
    },
  }
}

/** Whether a request is unusual enough to be refused for what it is, and not for the load of the server. */
export function isUnusual(probe: Probe): boolean {
  return listKinds(probe).length > 0
}

/** What sets a request apart from the documented one. */
function listKinds({ credential, method, fields = [], httpVersion }: Probe): string[] {
  if (credential.kind !== 'valid' && credential.kind !== 'other') return ['no valid token']
  const names = fields.map(([name]) => name.toLowerCase())
  return [
    ...(method === 'GET' ? [] : [method]),
    ...(httpVersion === undefined ? [] : [httpVersion]),
    ...names,
  ]
}
