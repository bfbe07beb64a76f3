import { expect, test } from 'vitest'
import { selectPnpOptions } from './startChild.ts'

test.for([
  ['', ''],
  ['--inspect --require ./trace.js', ''],
  [
    '--require /my/app/.pnp.cjs --experimental-loader file:///my/app/.pnp.loader.mjs',
    '--require /my/app/.pnp.cjs --experimental-loader file:///my/app/.pnp.loader.mjs',
  ],
  ['--inspect=9229 --require "/my app/.pnp.cjs" -r ./trace.js', '--require "/my app/.pnp.cjs"'],
  ['--require=C:\\app\\.pnp.cjs --max-old-space-size=100', '--require=C:\\app\\.pnp.cjs'],
] as const)('of NODE_OPTIONS %j a child process gets %j', ([options, expected]) => {
  expect(selectPnpOptions(options)).toBe(expected)
})
