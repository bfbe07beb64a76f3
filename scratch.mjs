import { createServer } from 'node:http'
import { readFileSync, existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import { launchBrowser } from './tests/browser/launchBrowser.testing.ts'
const out = process.argv[2]
let url = process.argv[3]
let server
if (!url) {
  server = createServer((q, r) => { const p = new URL(q.url, 'http://x').pathname; const f = join(out, p === '/' ? 'index.html' : p); if (!existsSync(f)) { r.writeHead(404).end(); return } r.writeHead(200, { 'content-type': { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml' }[extname(f)] ?? 'application/octet-stream' }).end(readFileSync(f)) })
  await new Promise((r) => server.listen(0, '127.0.0.1', r)); url = `http://127.0.0.1:${server.address().port}`
}
const browser = await launchBrowser()
try {
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } }); page.on('console', (m) => m.type() === 'warning' && console.log('WARN', m.text()))
for (const id of ['full', 'empty', 'own', 'fails', 'unreachable', 'wrong', 'axios', 'axios-fails']) {
  await page.goto(`${url}/iframe.html?id=shelf--${id}&viewMode=story`)
  const status = page.locator('#storybook-root [role=status]')
  const error = page.locator('#error-message')
  await Promise.race([status.getByText(/^(?!Loading)/).waitFor(), error.getByText(/\S/).waitFor()]).catch(() => {})
  console.log(id, '|', await status.textContent({ timeout: 500 }).catch(() => ''), '|', (await error.textContent().catch(() => ''))?.slice(0, 200))
}
await page.goto(`${url}/?path=/story/shelf--full`)
const frame = page.frameLocator('#storybook-preview-iframe')
await frame.getByRole('status').getByText('30 plants').waitFor()
await page.screenshot({ path: '/tmp/sb-1.png' })
console.log(await page.getByRole('toolbar').getByRole('button').evaluateAll((all) => all.map((b) => b.getAttribute('aria-label') ?? b.title ?? b.textContent)))
await page.getByRole('button', { name: /Plant Store/ }).first().click()
await page.waitForTimeout(500)
await page.screenshot({ path: '/tmp/sb-2.png' })
await page.getByText('unavailable', { exact: true }).click()
await frame.getByRole('status').getByText('Error').waitFor({ timeout: 5000 }).catch((e) => console.log('NO REMOUNT', e.message.slice(0, 100)))
console.log('chosen:', await frame.getByRole('status').textContent())
await page.screenshot({ path: '/tmp/sb-3.png' })
await page.goto(`${url}/?path=/story/shelf--empty&globals=plantStore:one`)
await frame.getByRole('status').getByText('1 plants').waitFor({ timeout: 5000 }).catch((e) => console.log('NO GLOBAL'))
console.log('by url:', await frame.getByRole('status').textContent())
await page.goto(`${url}/?path=/docs/shelf--docs`)
await page.waitForTimeout(9000)
await page.waitForTimeout(6000); console.log('docs:', await Promise.all(page.frames().map((f) => f.locator('[role=status]').allTextContents())))
await page.screenshot({ path: '/tmp/sb-4.png' })
} finally { await browser.close(); server?.close() }
