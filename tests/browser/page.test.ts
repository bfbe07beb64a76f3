import { afterAll, beforeAll, expect, test } from 'vitest'
import { createViteServer } from 'vitest/node'
import { createFolder } from '../folder.testing.ts'
import { openPage } from './browser.testing.ts'

const root = process.cwd()

// This code stores `fetch` before a story is loaded, as openapi-fetch does.
const script = `
import { plantStore } from '/@fs${root}/src/page/storybook.ts'
const keptFetch = globalThis.fetch
const headers = { Authorization: 'Bearer token-alice' }
window.show = (parameters, globals = {}, defaults) =>
  plantStore(defaults).loaders[0]({ id: 'a', parameters: { plantStore: parameters }, globals }).plantStore
window.byFetch = async (path) => {
  const response = await keptFetch(path, { headers })
  return [response.status, await response.text()]
}
window.byXhr = (path) => new Promise((resolve) => {
  const request = new XMLHttpRequest()
  for (const event of ['load', 'error'])
    request.addEventListener(event, () => resolve({ event, status: request.status, response: request.response }))
  request.open('GET', path)
  request.setRequestHeader('Authorization', headers.Authorization)
  request.send()
})`

let url = ''
beforeAll(async () => {
  const html = `<script type="module">${script}\nwindow.isReady = true</script>`
  const server = await createViteServer({
    root: createFolder({ 'index.html': html }, afterAll),
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { 'plant-store-kit/fixtures': `${root}/dist/generated/fixtures.js` } },
    server: { host: '127.0.0.1', fs: { strict: false } },
  })
  await server.listen(0)
  url = server.resolvedUrls?.local[0] ?? ''
  return () => server.close()
})

/** Opens a page with the addon. Returns a function that runs code in the page. */
async function open(): Promise<<Value>(code: string) => Promise<Value>> {
  const page = await openPage()
  await page.goto(url)
  await page.waitForFunction('window.isReady')
  return (code) => page.evaluate(`(async () => { ${code} })()`)
}

test('the addon answers clients that stored fetch before the story was loaded, even at another origin', async () => {
  const run = await open()
  const answers = await run(`
    show({ plants: [{ name: 'Aloe vera' }], anyToken: true })
    return [await byFetch('https://api.plants.example/v1/plants'), await byFetch(new Request('/api/plants', { headers: { Authorization: 'Bearer eyJ.a.b' } }))]`)
  const aloe = [200, '[{"name":"Aloe vera"}]']
  expect(answers).toEqual([aloe, aloe])
})

test('the addon passes other requests to the network', async () => {
  const run = await open()
  const [other, elsewhere] = await run<[number, string][]>(`
    show({ baseUrl: 'https://api.plants.example/v1' })
    return [await byFetch('/index.html'), await byFetch('data:,plants')]`)
  expect(other?.[1]).toContain('html-proxy')
  expect(elsewhere?.[1]).toBe('plants')
  const byXhr = await run(`return byXhr('/index.html')`)
  expect(byXhr).toMatchObject({ status: 200, response: expect.stringContaining('html-proxy') })
})

test("a story's parameters override the defaults, and the toolbar overrides the story's scenario", async () => {
  const run = await open()
  const statuses = await run(`
    const statuses = []
    const see = async () => { const [status, text] = await byFetch('/plants'); statuses.push(status === 200 ? JSON.parse(text).length : status) }
    show({}, {}, { scenario: 'one' }); await see()
    show({ scenario: 'empty' }, {}, { scenario: 'one' }); await see()
    show({ scenario: 'empty' }, { plantStore: 'unavailable' }, { scenario: 'one' }); await see()
    show({ responses: [503, [{ name: 'Aloe vera' }, { name: 'Ginkgo biloba' }], 'one'] }); await see(); await see(); await see(); await see()
    show({ scenarios: [{ name: 'two', plants: [{ name: 'A' }, { name: 'B' }] }], scenario: 'two' }); await see()
    return statuses`)
  expect(statuses).toEqual([1, 0, 503, 503, 2, 1, 30, 2])
})

test('a story keeps its mock until it is mounted again', async () => {
  const run = await open()
  const counts = await run(`
    const emitted = []
    window.__STORYBOOK_ADDONS_CHANNEL__ = { emit: (...all) => emitted.push(all) }
    const { plantStore } = await import('/@fs${root}/src/page/storybook.ts')
    const [load] = plantStore().loaders
    const { signal } = new AbortController()
    const render = (scenario, abortSignal = signal) => load({ id: 'a', parameters: {}, globals: { plantStore: scenario }, abortSignal }).plantStore
    const mock = render('')
    await byFetch('/plants')
    const same = render('') === mock
    const stillSame = render('empty') === mock
    const other = render('empty', new AbortController().signal)
    await new Promise((resolve) => setTimeout(resolve, 10))
    return { same, stillSame, requests: mock.requests().length, others: other.requests().length, emitted, scenario: other.scenarios().scenario }`)
  expect(counts).toEqual({
    same: true,
    stillSame: true,
    requests: 1,
    others: 0,
    emitted: [['forceRemount', { storyId: 'a' }]],
    scenario: 'empty',
  })
})

test('the addon answers an XMLHttpRequest, or breaks its connection', async () => {
  const run = await open()
  const loaded = await run(`show({ scenario: 'one' }); return byXhr('/api/plants')`)
  expect(loaded).toEqual({ event: 'load', status: 200, response: expect.stringContaining('[{"name"') })
  const broken = await run(`show({ scenario: 'connection-reset' }); return byXhr('/plants')`)
  expect(broken).toMatchObject({ event: 'error', status: 0 })
})

// Tests of createMock and a fuzz test use the same parsers.
test('an error message explains a wrong parameter', async () => {
  const run = await open()
  const message = await run(`try { show({ scenari: 'empty' }) } catch (error) { return String(error) }`)
  expect(message).toBe('RangeError: parameters.plantStore: unknown name "scenari"; did you mean scenario?')
})
