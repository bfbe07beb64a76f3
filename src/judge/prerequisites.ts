/** The note of a check that can only be tested once these pass. */
export function notePrerequisites(checks: readonly string[]): string {
  return `${checks.join(' and ')} must pass first`
}

/** The checks that a note says must pass first; none for any other note. Reports of older kits have the same notes. */
export function readPrerequisites(note = ''): string[] {
  const [, checks] = /^(.*) must pass first$/.exec(note) ?? []
  return checks?.split(' and ') ?? []
}
