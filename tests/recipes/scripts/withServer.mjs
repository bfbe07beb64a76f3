import { spawnSync } from 'node:child_process'
import { Worker } from 'node:worker_threads'

// Starts the server of app.mjs, runs a command with the server's URL in BASE_URL, and prints the command's exit code. With BROKEN=stopped,
// no server listens at that URL.
const source = `
  import { parentPort } from 'node:worker_threads'
  import { app } from ${JSON.stringify(new URL('app.mjs', import.meta.url).href)}
  app.listen(0, '127.0.0.1', () => parentPort.postMessage(app.address().port))`
const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`))
worker.once('message', async (port) => {
  if (process.env.BROKEN === 'stopped') await worker.terminate()
  const env = { ...process.env, BASE_URL: `http://127.0.0.1:${port}`, PLANT_STORE_TOKEN: 'token-alice' }
  const { status } = spawnSync(process.argv[2], { shell: true, stdio: 'inherit', env })
  console.log(`exit ${status}`)
  process.exit()
})
