import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

type Tree = { type: string; value?: string; children?: Tree[] }

/** The HTML in the kit's Markdown. Titles can contain `code` elements. */
const HTML = {
  comment: /^<!-- -->$/,
  start:
    /^<details><summary>[^<>]*<code>[^<>]*<\/code>(?:[^<>]|<code>[^<>]*<\/code>)*<\/summary>$|^<details><summary>– \d+ not tested(?: \([^<>]*\))?<\/summary>$/,
  end: /^<\/details>$/,
}

/** Parses a string as GitHub's Markdown. `others` contains the nodes that the kit never writes. */
export function readMarkdown(text: string) {
  const tree: Tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const nodes = listNodes(tree)
  const ofType = (type: string): Tree[] => nodes.filter((node) => node.type === type)
  const html = ofType('html').map(({ value = '' }) => value)
  const starts = html.filter((value) => HTML.start.test(value)).length
  const ends = html.filter((value) => HTML.end.test(value)).length
  const own = 'root heading paragraph text html table tableRow tableCell code inlineCode'.split(' ')
  return {
    headings: ofType('heading').map(textOf),
    tables: ofType('table').map(({ children = [] }) =>
      children.map((row) => (row.children ?? []).map(textOf)),
    ),
    code: ofType('code').length,
    folds: starts,
    others: [
      ...nodes.filter(({ type }) => !own.includes(type)),
      ...html.filter((value) => !Object.values(HTML).some((pattern) => pattern.test(value))),
      ...(starts === ends ? [] : [`${starts} folds begin and ${ends} end`]),
    ],
  }
}

const listNodes = (tree: Tree): Tree[] => [tree, ...(tree.children ?? []).flatMap(listNodes)]

function textOf(tree: Tree): string {
  return listNodes(tree)
    .map(({ type, value }) => (type === 'text' || type === 'inlineCode' ? value : ''))
    .join('')
}
