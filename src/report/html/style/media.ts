/** Narrow screens and paper. */
export const media = `
@media screen and (max-width: 52rem) {
  body { padding: 0 1rem 3rem; }
  h1 { font-size: 1.375rem; }
  .overview { padding: 1rem; }
  .verdict { gap: 0.25rem 0.875rem; }
  .badge { font-size: 1.25rem; height: 2.5rem; width: 2.5rem; }
  .explanation { grid-column: 1 / -1; }
  .target span { display: block; margin-left: 0; }
  .facts { gap: 0.5rem 1.5rem; }
  .comparison, .messages { grid-template-columns: minmax(0, 1fr); }
  .finding > summary { grid-template-columns: auto 1fr auto; padding: 0.75rem 1rem; }
  .finding > summary .what { grid-column: 2 / -1; grid-row: 2; }
  .finding > summary .mark { grid-row: 1; }
  .finding > summary .level { justify-self: start; }
  .step > summary { flex-wrap: wrap; }
  .details { padding: 0.875rem 1rem 1rem; }
  .rows > div, .needs .rows > div { grid-template-columns: minmax(0, 1fr); }
  .rows dt { line-height: 1.5; }
  .command { flex-wrap: wrap; padding-right: 0.75rem; }
  .card { padding: 0.875rem 1rem; }
  .needs li + li { margin-top: 0.25rem; }
  .profile dl { columns: auto; }
  table, tbody, tr, th[scope="row"], td { display: block; width: auto; }
  thead { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; width: 1px; }
  tbody tr { border-bottom: 1px solid var(--line); padding: 0.4375rem 1rem; }
  tbody tr:last-child { border-bottom: 0; }
  tbody tr { display: grid; gap: 0 0.625rem; grid-template-columns: auto minmax(0, 1fr); }
  td.wide, td.wide + td { display: none; }
  .word { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; width: 1px; }
  .name { grid-column: 2; }
  tbody tr > *, th:first-child, td:first-child, td:last-child { border: 0; padding: 0; text-align: start; }
  td:empty { display: none; }
}
@media (prefers-reduced-motion: no-preference) {
  html { scroll-behavior: smooth; }
}
@media print {
  :root, :root[data-theme] { color-scheme: light; --page: #fff; }
  html { font-size: 10pt; }
  body { max-width: none; padding: 0; }
  .skip, .top button, .filter, .title button, .copy, .search { display: none; }
  .finding, .card, .verdict { break-inside: auto; }
  .finding > summary, h2, h4, tr { break-after: avoid; break-inside: avoid; }
  .fail::details-content, .warn::details-content, .step::details-content { content-visibility: visible; display: block; height: auto; }
  .seen::after { display: none; }
  .verdict, .finding, .bar, .comparison > div, mark, .counts li::before, .escape { print-color-adjust: exact; }
}
`
