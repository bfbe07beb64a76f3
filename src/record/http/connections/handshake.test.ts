import { expect, test } from 'vitest'
import { explainHandshake } from './handshake.ts'

test.each([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])('%s is a failure of TLS', (code) => {
  expect(explainHandshake(code, 'not trusted')).toMatchObject({ kind: 'tls' })
})

test.each(['ETIMEDOUT', 'EHOSTUNREACH', undefined])('%s is none', (code) => {
  expect(explainHandshake(code, 'no route')).toBeUndefined()
})
