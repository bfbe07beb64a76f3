import type { reportFlags } from '../flags.ts'
import type { Call } from '../options.ts'
import { readReport } from '../readReport.ts'
import { openReports } from '../reports.ts'

/** `plant-store-kit report`: converts a JSON report to other formats. */
export async function report({ words: [file = ''], flags, finish }: Call<typeof reportFlags>): Promise<void> {
  const saved = readReport(file)
  const write = openReports(saved.target.name, { ...flags, saved: file }, false, finish)
  await write(saved)
}
