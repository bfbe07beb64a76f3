/** What was not tested, the profile and all checks. */
export const lists = `
.needs h3 { margin-bottom: 0.25rem; }
.needs h3 + .rows { font-size: 0.875rem; }
.needs .rows + h3 { border-top: 1px solid var(--line); margin-top: 0.75rem; padding-top: 0.75rem; }
.needs .rows > div { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); }
.needs dt { color: var(--text); }
.profile dl { column-gap: 3rem; columns: 22rem; margin-top: 0.75rem; }
.profile dl + dl { border-top: 1px solid var(--line); padding-top: 0.75rem; }
.profile dl > div { break-inside: avoid; display: flex; gap: 1rem; justify-content: space-between; padding: 0.1875rem 0; }
.profile dt { color: var(--text); font-size: 0.875rem; letter-spacing: 0; }
.profile dt a { color: inherit; text-decoration: none; }
.profile dt a:hover { text-decoration: underline; }
.profile dd { color: var(--quiet); flex: none; font-size: 0.875rem; max-width: 60%; text-align: end; }

.filter { align-items: center; display: flex; flex-wrap: wrap; gap: 0.625rem 1.25rem; margin-bottom: 0.75rem; }
.filter fieldset { display: flex; flex-wrap: wrap; gap: 0.375rem; }
.choice { cursor: pointer; position: relative; }
.choice input { inset: 0; margin: 0; opacity: 0; position: absolute; }
.choice span { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; display: block; font-size: 0.8125rem; padding: 0.1875rem 0.75rem; }
.choice b { color: var(--quiet); font-weight: 500; }
.choice :checked + span { background: var(--tint); border-color: var(--accent); color: var(--accent); font-weight: 600; }
.choice :focus-visible + span { outline: 2px solid var(--accent); outline-offset: 2px; }
.search { flex: 1 1 16rem; }
.search input { background: var(--card); border: 1px solid var(--edge); border-radius: 0.375rem; color: inherit; font: inherit; font-size: 0.875rem; min-height: 2.125rem; padding: 0.125rem 0.75rem; width: 100%; }
.search input::placeholder { color: var(--quiet); opacity: 1; }
.checks .card { padding: 0.25rem 0; }
table { border-collapse: collapse; font-size: 0.875rem; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: 0.4375rem 0.5rem; text-align: start; vertical-align: baseline; }
th:first-child, td:first-child { padding-left: 1.25rem; white-space: nowrap; }
th:last-child, td:last-child { padding-right: 1.25rem; }
thead th { color: var(--quiet); font-size: 0.75rem; font-weight: 500; white-space: nowrap; }
tbody tr:last-child > * { border-bottom: 0; }
th[scope="row"] { font-weight: 400; }
td.quiet { font-size: 0.8125rem; }
.number { font-variant-numeric: tabular-nums; text-align: end; white-space: nowrap; }
tr:target { background: var(--tint); }
.fail .word { color: var(--bad); font-weight: 600; } .warn .word { color: var(--warn); font-weight: 600; }
.word { color: var(--quiet); }
#_none { padding: 1rem 1.25rem; }
.checks:has([value="fail"]:checked) tbody tr:not(.fail),
.checks:has([value="warn"]:checked) tbody tr:not(.warn),
.checks:has([value="listed"]:checked) tbody tr:not(.listed),
.checks:has([value="pass"]:checked) tbody tr:not(.pass),
.checks:has([value="info"]:checked) tbody tr:not(.info),
.checks:has([value="not-exercised"]:checked) tbody tr:not(.not-exercised),
.checks:has([value="inconclusive"]:checked) tbody tr:not(.inconclusive) { display: none; }
`
