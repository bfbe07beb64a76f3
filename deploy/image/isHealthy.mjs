// Exits with code 0 if this container's mock or faulty server answers. A container with another command, such as `verify`, is healthy.
import { readFileSync } from 'node:fs'

const command = readFileSync('/proc/1/cmdline', 'utf8')
const flag = /\0--port[\0=](\d+)\0/.exec(command)?.[1]
const port = flag || process.env.PLANT_STORE_PORT || 4010

// Accept every certificate, because the mock's certificate is self-signed with --tls.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
const ask = (scheme) => fetch(`${scheme}://127.0.0.1:${port}/__admin/health`)

// Accept every status, because the faulty server of --fault has no control API. Without a response, this program fails.
if (command.split('\0').includes('mock')) await ask('http').catch(() => ask('https'))
