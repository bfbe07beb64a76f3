import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type TestMock, test } from 'plant-store-kit/vitest'
import { StrictMode } from 'react'
import { afterEach, expect, vi } from 'vitest'
import { Plants } from './Plants.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Renders the component, which calls the global `fetch`. If your component takes a `fetch`, pass `mock.fetch`. */
function show(mock: TestMock, token = 'token-alice'): void {
  vi.stubGlobal('fetch', mock.fetch)
  render(<Plants token={token} />, { wrapper: StrictMode })
}

test('says that it is loading, then lists the plants', async ({ mock }) => {
  await mock.plants([{ name: 'Aloe vera' }, { name: 'Rosa' }])
  await mock.settings({ delay: 200 })
  show(mock)
  expect(screen.getByRole('status').textContent).toBe('Loading…')
  expect(await screen.findByText('2 plants')).toBeTruthy()
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Aloe vera', 'Rosa'])
})

test('says that there are no plants', async ({ mock }) => {
  await mock.scenario('empty')
  show(mock)
  expect(await screen.findByText('No plants yet')).toBeTruthy()
})

test('says that another user has no plants', async ({ mock }) => {
  show(mock, 'token-empty')
  expect(await screen.findByText('No plants yet')).toBeTruthy()
})

test.for([400, 401, 403, 500, 503])('shows the message of an error: %i', async (status, { mock }) => {
  await mock.settings({ status, message: 'the reason' })
  show(mock)
  expect(await screen.findByText('Sorry: the reason')).toBeTruthy()
})

// Do not use mock.responses([503]): in StrictMode, React sends two requests, and shows the response to the second request.
test('shows what went wrong, and tries again', async ({ mock }) => {
  await mock.plants([{ name: 'Aloe vera' }, { name: 'Rosa' }])
  await mock.scenario('unavailable')
  show(mock)
  expect(await screen.findByText(/^Sorry: /)).toBeTruthy()
  await mock.scenario('normal')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('2 plants')).toBeTruthy()
})

test('says how long to wait if it sent too many requests', async ({ mock }) => {
  await mock.scenario('too-many-requests')
  show(mock)
  expect(await screen.findByText('Sorry: too many requests, wait 1 s')).toBeTruthy()
})

test.for([
  ['bad-gateway', 'Sorry: the store answered 502'],
  ['login-page', 'Sorry: the store answered 200'],
  ['connection-reset', /^Sorry: /],
] as const)('shows what went wrong on the way: %s', async ([scenario, text], { mock }) => {
  await mock.scenario(scenario)
  show(mock)
  expect(await screen.findByText(text)).toBeTruthy()
})

test('shows the last choice, even if the response to an earlier choice arrives later', async ({ mock }) => {
  await mock.settings({ delay: 500 })
  show(mock)
  await expect(mock).toHaveReceived()
  await mock.settings({ delay: null })
  fireEvent.change(screen.getByLabelText('Number of plants'), { target: { value: '5' } })
  expect(await screen.findByText('5 plants')).toBeTruthy()
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(screen.getAllByRole('listitem')).toHaveLength(5)
  await expect(mock).toHaveReceived({ limit: 5 }, { status: 200 })
})
