// Prints the changelog section of a release. Fails if package.json has another repository or version, or if the section is empty.
//   node .ci/releaseNotes.mjs owner/name v1.2.3
import { readFileSync } from 'node:fs'

const [repository, tag] = process.argv.slice(2)
const kit = JSON.parse(readFileSync('package.json', 'utf8'))
const version = tag.replace(/^v/, '')
const heading = new RegExp(`^## ${version.replaceAll('.', '\\.')}(?: .*)?$`, 'm')
const [, after = ''] = readFileSync('CHANGELOG.md', 'utf8').split(heading)
const notes = after.split(/^## /m)[0].trim()
const url = kit.repository?.url ?? kit.repository ?? 'none'

const problems = [
  // npm refuses the provenance of a package whose package.json has another repository.
  !new RegExp(`github\\.com/${repository}(?:\\.git)?$`).test(url) &&
    `package.json: expected the repository to be git+https://github.com/${repository}.git, got ${url}`,
  kit.version !== version && `package.json: expected version ${version}, as the tag says, got ${kit.version}`,
  notes === '' && `CHANGELOG.md: expected a section "## ${version}" with the changes of this release`,
].filter(Boolean)

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exit(1)
}
process.stdout.write(`${notes}\n`)
