import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plantStore, startReferenceMock } from '../commandLine.testing.ts'
import { createFolder } from '../folder.testing.ts'
import { openPage } from './browser.testing.ts'

test("Chromium's network panel imports every request of an archive", async () => {
  const file = join(createFolder(), 'run.har')
  const verify = `verify ${await startReferenceMock()} --token token-alice --engine probes`
  expect(await plantStore(`${verify} --report har=${file}`)).toMatchObject({ code: 0 })
  const archive = readFileSync(file, 'utf8')
  const page = await openPage()
  await page.goto('devtools://devtools/bundled/devtools_app.html')
  // The code is a string, so that Vitest does not change the import. Chromium's own network panel imports archives in this way.
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
