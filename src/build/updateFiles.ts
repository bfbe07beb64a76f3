import { extname } from 'node:path'

/** The languages of fenced code, by the ending of a file. */
const LANGUAGES: Record<string, string> = { '.yml': 'yaml', '.yaml': 'yaml', '': 'groovy' }

/** Replaces the whole files in a Markdown page: the text between `<!-- file: pipelines/gitlab.yml -->` and `<!-- end -->`. */
export function updateFiles(page: string, read: (path: string) => string): string {
  return page.replaceAll(
    /(<!-- file: (\S+) -->\n).*?(<!-- end -->)/gs,
    (_, start: string, path: string, end: string) =>
      `${start}\`\`\`${LANGUAGES[extname(path)] ?? ''}\n${read(path)}\`\`\`\n${end}`,
  )
}
