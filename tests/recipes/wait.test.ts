import { testRows } from './testRows.testing.ts'

const files = {
  'plants.test.js': `
    const { deepEqual } = require('node:assert/strict')
    const { test } = require('node:test')
    test('the mock is up', async () => {
      const headers = { Authorization: 'Bearer token-empty' }
      deepEqual(await (await fetch('http://127.0.0.1:4010/plants', { headers })).json(), [])
    })`,
}

testRows([
  ...['2', 'latest'].map((version) => ({
    name: `start-server-and-test@${version}`,
    packages: [`start-server-and-test@${version}`],
    recipes: ['recipes.md#waiting-for-the-mock'],
    files,
    port: 4010,
    commands: { 'npm run test:mock': /pass 1\b/ },
  })),
  ...['7', 'latest'].map((version) => ({
    name: `wait-on@${version}`,
    packages: [`wait-on@${version}`],
    recipes: ['recipes.md#waiting-for-the-mock'],
    files,
    port: 4010,
    commands: { 'npm run test:wait-on': /pass 1\b/ },
  })),
])
