import { escapeJson } from '../text/escapeText.ts'
import { fleetGithub } from './fleetGithub.ts'
import { fleetHtml } from './fleetHtml.ts'
import { fleetMarkdown } from './fleetMarkdown.ts'
import type { FleetFormat, FleetReporter } from './fleetReporter.ts'
import { fleetTerminal } from './fleetTerminal.ts'

/** The reporter of every format. A format without a reporter does not compile. */
export const fleetReporters: Record<FleetFormat, FleetReporter> = {
  terminal: fleetTerminal,
  html: fleetHtml,
  markdown: fleetMarkdown,
  github: fleetGithub,
  // Described by spec/fleet.schema.json.
  json: (fleet) => `${escapeJson(JSON.stringify(fleet, null, 2))}\n`,
}

export const fleetFormats = Object.keys(fleetReporters) as FleetFormat[]
