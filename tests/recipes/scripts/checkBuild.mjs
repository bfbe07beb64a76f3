import { globSync, readFileSync } from 'node:fs'

// Fails if a production build contains strings of the mock's code or data.
const files = globSync(process.argv.slice(2), { exclude: ['**/cache/**'] })
const texts = files.map((file) => [file, readFileSync(file, 'utf8')])
const wrong = texts.filter(([, text]) => /__admin|startMock|token-(?:alice|empty)|switcher\.js/.test(text))
if (files.length === 0 || wrong.length > 0) throw new Error(`the mock is in ${wrong.map(([file]) => file)}`)
console.log(`${files.length} files without the mock`)
