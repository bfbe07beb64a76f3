import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { MockOptions } from './mockOptions.ts'
import { type Mock, startMock } from './startMock.ts'

/** The header of a valid request. */
export const alice = { authorization: 'Bearer token-alice' }

/** Starts a mock on a free port until the end of the test. */
export async function startTestMock(options: MockOptions = {}): Promise<Mock> {
  const mock = await startMock({ port: 0, ...options })
  onTestFinished(() => mock.close())
  return mock
}

/** Opens a connection, and sends bytes if there are any. */
export async function open(mock: Mock, bytes = ''): Promise<Socket> {
  const socket = connect(mock.port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  if (bytes !== '') socket.write(bytes, 'latin1')
  return socket
}

/** Everything that a connection returns for raw bytes, until it is closed or silent for a while. */
export async function converse(mock: Mock, bytes: string): Promise<string> {
  const socket = await open(mock, bytes)
  let answer = ''
  socket.on('data', (data) => {
    answer += data.toString('latin1')
  })
  socket.setTimeout(150, () => socket.destroy())
  await once(socket, 'close')
  return answer
}
