import { readContract } from '../../src/contract/readContract.ts'
import { checks, findCheckPage } from '../../src/verify.ts'

const all = checks(readContract())

/** Adds descriptions of the checks: tables of checks to the catalogue `checks.md`, and a line for each check to its page. */
export function describeChecks(page, text) {
  if (page === 'checks.md')
    return text.replaceAll(/^- \[(.+)\]\((\/checks\/(.+))\)\n/gm, (_, title, link, id) =>
      formatTable(title, link, id),
    )
  if (!page.startsWith('checks/')) return text
  return text.replaceAll(/^## (\S+)\n$/gm, (heading, id) => {
    const check = all.find((each) => each.id === id)
    return check
      ? `${heading}\n**${check.level}** · ${escapeText(check.title)}. ${escapeText(check.fix)}\n`
      : heading
  })
}

function formatTable(title, link, page) {
  const rows = all
    .filter(({ id }) => findCheckPage(id).id === page)
    .map(
      ({ id, level, title }) =>
        `| [\`${id}\`](${link}#${id.replaceAll('.', '')}) | ${level} | ${escapeText(title)} |\n`,
    )
  return `\n## ${title}\n\n| check | level | requirement |\n| --- | --- | --- |\n${rows.join('')}`
}

/** Escapes characters of Markdown and HTML in a sentence, but between backticks only the character `|`. */
function escapeText(text) {
  return text
    .split('`')
    .map((part, index) =>
      index % 2 === 1 ? `\`${part.replaceAll('|', '\\|')}\`` : part.replaceAll(/[*<$|[\]{}]/g, '\\$&'),
    )
    .join('')
}
