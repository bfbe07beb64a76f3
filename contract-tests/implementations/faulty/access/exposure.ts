import { changePlant, setHeaders } from '../../change.ts'
import type { Fault } from '../../implementation.ts'
import { faults } from '../faults.ts'

/** Servers that expose more than they need to. */
export const exposureFaults: readonly Fault[] = [
  ...faults('tls-used', {
    'public-without-tls': [
      'serves a public host over plain HTTP',
      'SE12 C74',
      { host: 'plants.example.com' },
    ],
  }),
  ...faults('version-not-told', {
    'software-told': [
      'reveals the version of its software',
      'SE06',
      setHeaders({ Server: 'Plants/2.4.1 (Linux)' }),
    ],
  }),
  ...faults('nosniff-set', {
    'nosniff-absent': ['lets browsers guess the media type', 'SE11', {}],
  }),
  ...faults('plants-without-secrets', {
    'plants-with-owners': [
      "returns the owner's e-mail address with a plant",
      'SE14',
      changePlant((plant) => ({ ...plant, owner: 7, email: 'alice@plants.example' })),
    ],
  }),
]
