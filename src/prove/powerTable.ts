import type { EngineName } from '../harness/report.ts'
import { blame, isSeen, levelOf, type Proof } from './prove.ts'

/** The proofs as Markdown: each fault with who saw it, each variation with who blamed it, then the rates. */
export function powerTable(proofs: readonly Proof[]): string {
  const faults = proofs.filter(({ fault }) => fault !== undefined)
  const variations = proofs.filter(({ variation }) => variation !== undefined)
  return `${[
    '## Rates',
    '',
    ...rates(faults, variations),
    '',
    '## Faults',
    '',
    '| fault | a server that … | check | level | kit | Prism alone | Dredd alone |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...faults.map((proof) => {
      const { fault } = proof
      if (fault === undefined) return ''
      const row = [
        code(fault.id),
        fault.title,
        code(fault.check),
        levelOf(fault),
        mark(isSeen(proof), 'seen', 'MISSED'),
      ]
      return line([...row, ...engines(proof, 'seen', '–')])
    }),
    '',
    '## Variations',
    '',
    '| variation | a server that … | kit | Prism alone | Dredd alone |',
    '| --- | --- | --- | --- | --- |',
    ...variations.map((proof) => {
      const { variation } = proof
      if (variation === undefined) return ''
      const blamed = blame(proof)
      const kit =
        blamed.length > 0 ? `BLAMED: ${blamed.join(', ')}` : variation.incomplete ? 'left open' : 'clean'
      return line([code(variation.id), variation.title, kit, ...engines(proof, 'blamed', 'clean')])
    }),
  ].join('\n')}\n`
}

/** How many of the faults were seen and how many of the valid servers were blamed, by the kit and by each engine alone. */
function rates(faults: readonly Proof[], variations: readonly Proof[]): string[] {
  const must = faults.filter(({ fault }) => fault !== undefined && levelOf(fault) === 'MUST')
  const rest = faults.filter((proof) => !must.includes(proof))
  const seen = (all: readonly Proof[], saw: (proof: Proof) => boolean) =>
    rate(all.filter(saw).length, all.length)
  const row = (who: string, saw: (proof: Proof) => boolean, blamed: (proof: Proof) => boolean): string =>
    line([who, seen(must, saw), seen(rest, saw), seen(variations, blamed)])
  const alone = (name: EngineName) => (proof: Proof) => claimsOf(proof, name) > 0
  return [
    '| who | MUST faults seen | SHOULD and INFO faults seen | valid servers blamed |',
    '| --- | --- | --- | --- |',
    row('kit', isSeen, (proof) => blame(proof).length > 0),
    ...(['prism', 'dredd'] as const)
      .filter((name) => faults.concat(variations).some((proof) => hasJudged(proof, name)))
      .map((name) =>
        row(`${name === 'prism' ? 'Prism' : 'Dredd'} alone, on the same requests`, alone(name), alone(name)),
      ),
  ]
}

function rate(some: number, all: number): string {
  return all === 0 ? 'none there' : `${some} of ${all} (${Math.round((some / all) * 100)} %)`
}

function engines(proof: Proof, yes: string, no: string): string[] {
  return (['prism', 'dredd'] as const).map((name) =>
    hasJudged(proof, name) ? mark(claimsOf(proof, name) > 0, yes, no) : 'could not judge',
  )
}

function hasJudged({ report }: Proof, name: EngineName): boolean {
  return report.engines.some((engine) => engine.name === name && engine.status === 'completed')
}

function claimsOf({ report }: Proof, name: EngineName): number {
  return report.engines.find((engine) => engine.name === name)?.claims ?? 0
}

function mark(holds: boolean, yes: string, no: string): string {
  return holds ? yes : no
}

function code(text: string): string {
  return `\`${text}\``
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
