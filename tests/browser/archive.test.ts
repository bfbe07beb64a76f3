import { expect, onTestFinished, test } from 'vitest'
import { startImplementation } from '../../contract-tests/implementations/startImplementation.ts'
import { suite } from '../../contract-tests/suite.ts'
import { writeHar } from '../../src/record/har.ts'
import { verifyWith } from '../../src/record/verifyWith.ts'
import { openPage } from './browser.testing.ts'

test('the network panel of Chromium imports every request of an archive', async () => {
  const { baseUrl, token, close } = await startImplementation({})
  onTestFinished(close)
  const archives: string[] = []
  const onTranscript = (transcript: Parameters<typeof writeHar>[0]) =>
    archives.push([...writeHar(transcript, 'any')].join(''))
  await verifyWith(baseUrl, { suite, engines: { probes: 'probes' }, onTranscript }, { token })
  const [archive = ''] = archives
  const page = await openPage()
  await page.goto('devtools://devtools/bundled/devtools_app.html')
  // A text, so that Vitest does not change the import. The panel itself imports files like this.
  const imported = await page.evaluate(`(async () => {
    const { HARFormat, Importer } = await import('./models/har/har.js')
    const { log } = new HARFormat.HARRoot(${archive})
    return Importer.Importer.requestsFromHARLog(log).map((request) => [
      request.requestMethod,
      request.url(),
      request.statusCode,
    ])
  })()`)
  const { entries } = JSON.parse(archive).log
  expect(entries.length).toBeGreaterThan(100)
  expect(imported).toEqual(
    entries.map(({ request, response }: { request: Entry; response: Entry }) => [
      request.method,
      request.url,
      response.status,
    ]),
  )
})

type Entry = Record<string, unknown>
