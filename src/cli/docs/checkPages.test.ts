import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createCheckPages } from './createCheckPages.ts'
import { escapeText } from './escapeText.ts'

test('the pages of the checks are current', () => {
  const pages = createCheckPages()
  expect(globSync('checks{.md,/*}', { cwd: 'docs' }).sort()).toEqual([...pages.keys()].sort())
  // When this fails, run `npm run update`.
  for (const [path, text] of pages) expect(readFileSync(`docs/${path}`, 'utf8')).toBe(text)
})

test('each check has a section with its meaning, its reason and its fix', () => {
  const sections = [...createCheckPages().values()].flatMap((text) => text.split('\n## ').slice(1))
  const explained = sections.filter((section) => section.includes('\n- **What it means:** '))
  expect(explained.length).toBeGreaterThan(120)
  for (const section of explained) {
    expect(section).toMatch(/\n- \*\*Why it matters:\*\* [A-Z]/)
    expect(section).toMatch(/\n- \*\*How to fix it:\*\* [A-Z]/)
  }
})

test('Markdown in a text is escaped, except in code', () => {
  expect(escapeText('`a|b` and */* <x> $y')).toBe('`a\\|b` and \\*/\\* \\<x> \\$y')
})
