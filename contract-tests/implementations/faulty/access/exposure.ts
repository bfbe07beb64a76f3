import { changePlant, setHeaders } from '../../change.ts'
import type { Fault } from '../../implementation.ts'
import { faults } from '../../servers.ts'

/** Servers that expose more than they need to. */
export const exposureFaults: readonly Fault[] = [
  ...faults('tls-used', 'SE12 C74', {
    'public-without-tls': ['serves a public host over plain HTTP', { host: 'plants.example.com' }],
  }),
  ...faults('version-not-told', 'SE06', {
    'software-told': ['reveals the version of its software', setHeaders({ Server: 'Plants/2.4.1 (Linux)' })],
  }),
  ...faults('nosniff-set', 'SE11', {
    'nosniff-absent': ['lets browsers guess the media type', {}],
  }),
  ...faults('plants-without-secrets', 'SE14', {
    'plants-with-owners': [
      "returns the owner's e-mail address with a plant",
      changePlant((plant) => ({ ...plant, owner: 7, email: 'alice@plants.example' })),
    ],
  }),
]
