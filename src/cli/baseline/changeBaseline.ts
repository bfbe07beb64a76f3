import { isMap, isSeq, parseDocument, type YAMLMap, YAMLSeq } from '../../contract/yamlParser.ts'
import { placeholders } from './placeholder.ts'

/** What to change in a baseline: ids of findings. `today` is the day of the run. */
export type BaselineChange = {
  added: readonly { id: string; intermittent: boolean }[]
  removed: readonly string[]
  today: string
}

const HEADER = ` What plant-store verify --baseline accepts for now. Each entry needs a reason and the last day on which it counts;
 owner and ticket are optional. --baseline-update adds new violations and removes those that no longer occur.`

/** The text of a baseline after a change. Comments and the order of the entries stay. Without a text, it is a new file. */
export function changeBaseline(
  text: string | undefined,
  { added, removed, today }: BaselineChange,
  isJson: boolean,
): string {
  const entries = added.map(({ id, intermittent }) => ({
    id,
    check: id,
    ...placeholders,
    firstSeen: today,
    ...(intermittent && { intermittent }),
  }))
  if (isJson) {
    const content: { findings: { id: string }[] } = JSON.parse(text ?? '{"findings":[]}')
    const kept = content.findings.filter(({ id }) => !removed.includes(id))
    return `${JSON.stringify({ ...content, findings: [...kept, ...entries] }, null, 2)}\n`
  }
  const document = parseDocument(text ?? 'findings: []\n')
  if (text === undefined) document.commentBefore = HEADER
  const given = document.get('findings')
  const list = isSeq<YAMLMap>(given) ? given : new YAMLSeq<YAMLMap>()
  list.items = list.items.filter((item) => !isMap(item) || !removed.includes(String(item.get('id'))))
  // An empty list is written as [], and its entries would be on that line.
  if (list.items.length === 0) list.flow = entries.length === 0
  for (const entry of entries) list.add(document.createNode(entry))
  document.set('findings', list)
  return document.toString({ lineWidth: 0, indentSeq: !/^- /m.test(text ?? '') })
}
