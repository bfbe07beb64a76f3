import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { app } from './app.mjs'

// Starts the server of app.mjs, runs a command with the server's URL in BASE_URL, and prints the command's exit code. With BROKEN=stopped,
// no server listens at that URL.
await once(app.listen(0, '127.0.0.1'), 'listening')
const BASE_URL = `http://127.0.0.1:${app.address().port}`
if (process.env.BROKEN === 'stopped') app.close()
const env = { ...process.env, BASE_URL, PLANT_STORE_TOKEN: 'token-alice' }
const [status] = await once(spawn(process.argv[2], { shell: true, stdio: 'inherit', env }), 'exit')
console.log(`exit ${status}`)
process.exit()
