// Whether the mock of this container answers. Other commands of the kit serve nothing and are always healthy.
import { readFileSync } from 'node:fs'

const { PLANT_STORE_MOCK_PORT, PLANT_STORE_PORT, PORT } = process.env
const port = PLANT_STORE_MOCK_PORT || PLANT_STORE_PORT || PORT || 4010
if (readFileSync('/proc/1/cmdline', 'utf8').split('\0').includes('mock')) {
  const response = await fetch(`http://127.0.0.1:${port}/__admin/health`)
  process.exitCode = response.ok ? 0 : 1
}
