/** The matrix of targets and checks. */
export const fleetStyle = `
.verdict h1 { grid-column: 2; }
main > .reasons { margin-top: 1rem; }
.scroll { overflow-x: auto; }
.checks .card.scroll { padding: 0 0 0.25rem; }
.matrix { width: auto; min-width: 100%; }
.matrix thead th { vertical-align: bottom; }
.matrix .turned { padding: 0.5rem 0.125rem; text-align: start; transform: rotate(180deg); white-space: nowrap; writing-mode: vertical-rl; }
.turned a { color: var(--quiet); font: 0.75rem/1.4 var(--mono); text-decoration: none; }
.turned a:hover { color: var(--accent); text-decoration: underline; }
.matrix th[scope="row"] { background: var(--card); left: 0; max-width: 26rem; min-width: 18rem; position: sticky; white-space: normal; }
.matrix .url { color: var(--quiet); display: block; font: 0.75rem/1.4 var(--mono); padding-left: 1.25rem; }
.matrix .result { white-space: nowrap; }
.matrix td:not(.result) { color: var(--quiet); font-weight: 600; min-width: 1.75rem; padding: 0.4375rem 0.125rem; text-align: center; }
.matrix td.fail { background: var(--bad-tint); color: var(--bad); }
.matrix td.warn { background: var(--warn-tint); color: var(--warn); }
.violations .mark { color: var(--bad); } .incomplete .mark { color: var(--warn); } .conformant .mark { color: var(--good); }
.violations .result { color: var(--bad); font-weight: 600; } .incomplete .result { color: var(--warn); font-weight: 600; }
.checks:has([value="violations"]:checked) tbody tr:not(.violations),
.checks:has([value="incomplete"]:checked) tbody tr:not(.incomplete),
.checks:has([value="conformant"]:checked) tbody tr:not(.conformant) { display: none; }
.list { padding: 0.25rem 0; }
.list code { overflow-wrap: normal; white-space: nowrap; }
@media screen and (max-width: 52rem) {
  .matrix { display: table; }
  .matrix thead { clip-path: none; display: table-header-group; height: auto; position: static; width: auto; }
  .matrix tbody { display: table-row-group; }
  .matrix tbody tr { display: table-row; }
  .matrix th[scope="row"], .matrix td { display: table-cell; }
  .matrix tbody tr > *, .matrix th:first-child { border-bottom: 1px solid var(--line); padding: 0.4375rem 0.5rem; }
  .matrix th[scope="row"] { max-width: 11rem; min-width: 8rem; }
  .list .quiet { grid-column: 2; }
}
@media print {
  .scroll { overflow: visible; }
  .matrix td.fail, .matrix td.warn { print-color-adjust: exact; }
}
`
