import { measureVerify, type Spread } from './measureVerify.ts'

// `npm run bench:verify`: a whole process that tests a local server, with all engines and with the kit's own checks alone, beside the
// commands of Prism and Dredd. Run it alone, after a build. Another number of rounds can follow the command.

const figures = await measureVerify({ rounds: Number(process.argv[2] ?? 9) })
const show = ({ median, lowerQuartile, upperQuartile }: Spread, digits = 0): string =>
  `${median.toFixed(digits)} (${lowerQuartile.toFixed(digits)} to ${upperQuartile.toFixed(digits)})`

console.log(`${figures.rounds} rounds: the median, and half of the rounds between the numbers in brackets\n`)
console.log(`${''.padEnd(28)}${'ms'.padEnd(24)}${'ms of processor time'.padEnd(24)}requests`)
for (const { title, wall, processor, requests } of Object.values(figures.contenders))
  console.log(`${title.padEnd(28)}${show(wall).padEnd(24)}${show(processor).padEnd(24)}${requests}`)
console.log(`\nAll engines take ${show(figures.toSlowest, 2)} of the time of the slower command alone,`)
console.log(`and ${show(figures.processorToSlowest, 2)} of its processor time.`)
console.log(`The own checks take ${show(figures.ownMs)} ms more than Node.js itself takes to start and end.`)
