export const monitored: ReadonlySet<string> = new Set([])
