import { expect, test } from 'vitest'
import { readContract } from '../contract/readContract.ts'
import { testExchange, testProbe } from '../judge/exchange.testing.ts'
import type { Transcript } from '../judge/transcript.ts'
import { readHar, writeHar } from './har.ts'

test('an archive has neither the tokens of the run nor the sessions of the server, and keeps all lengths', () => {
  const setCookie = 'sid=s3ss10n-of-alice; Path=/'
  const credential = { kind: 'none', label: 'no token', fields: [] } as const
  const probe = testProbe({ credential, fields: [['Cookie', 'sid=s3ss10n-of-alice']] })
  const exchange = {
    ...testExchange(
      { probe },
      {
        fields: [['Set-Cookie', setCookie]],
        headerLines: [`Set-Cookie: ${setCookie}`],
        body: Buffer.from('["s3cr3t-t0ken"]'),
      },
    ),
    request: Buffer.from('GET /plants HTTP/1.1\r\nCookie: sid=s3ss10n-of-alice\r\n\r\n'),
  }
  const transcript = { exchanges: [exchange], facts: [], engines: [], options: { token: 's3cr3t-t0ken' } }
  const started = { startedAt: new Date(0).toISOString(), kit: { name: 'kit', version: '1' } }
  const text = [
    ...writeHar({ ...transcript, ...started } as unknown as Transcript, readContract().sha256),
  ].join('')
  const [saved] = readHar(text).transcript.exchanges
  for (const secret of ['s3ss10n', 's3cr3t']) {
    expect(text).not.toContain(secret)
    expect(JSON.stringify([String(saved?.request), String(saved?.response?.body)])).not.toContain(secret)
  }
  expect(saved?.request).toHaveLength(exchange.request.length)
  expect(saved?.response?.body).toHaveLength(16)
  expect(saved?.response?.fields).toEqual([['Set-Cookie', 'sid=****************; Path=/']])
})
