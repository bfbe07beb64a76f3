import type { AnsweredExchange, Exchange, Failure, Probe, Response } from './exchange.ts'

/** Creates a probe: a plain GET with a valid token. */
export function testProbe(different: Partial<Probe> = {}): Probe {
  return {
    id: 'list',
    reason: 'whether the operation answers',
    method: 'GET',
    credential: {
      kind: 'valid',
      label: 'the token',
      fields: [{ name: 'Authorization', value: 'Bearer t', shell: '' }],
    },
    limit: 'absent',
    documented: true,
    benign: true,
    ...different,
  }
}

type Different = Partial<Omit<Exchange, 'probe' | 'response' | 'failure'>> & { probe?: Partial<Probe> }

/** Creates an exchange whose response is an empty list. */
export function testExchange(
  { probe, ...different }: Different = {},
  response: Partial<Response> = {},
): AnsweredExchange {
  return {
    ...sentRequest(probe),
    response: {
      statusLine: `HTTP/1.1 ${response.status ?? 200}`,
      httpVersion: '1.1',
      status: 200,
      reason: '',
      headerLines: [],
      fields: [],
      body: Buffer.from('[]'),
      cut: false,
      anomalies: [],
      ...response,
    },
    ...different,
  }
}

/** Creates an exchange without a response. */
export function failedExchange(probe: Partial<Probe>, failure: Failure): Exchange {
  return { ...sentRequest(probe), failure }
}

function sentRequest(probe: Partial<Probe> = {}) {
  return {
    probe: testProbe(probe),
    attempt: 1,
    connection: { id: 1, earlier: 0 },
    url: 'http://127.0.0.1/plants',
    request: Buffer.from('GET /plants HTTP/1.1\r\n\r\n'),
    startedAt: 0,
    durationMs: 1,
    hops: [],
    waited: [],
  }
}
