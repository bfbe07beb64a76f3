/** The verdict and what it comes from. */
export const overview = `
header { padding-top: 1rem; }
.top { align-items: center; display: flex; justify-content: space-between; min-height: 2rem; }
.kit { color: var(--quiet); font-size: 0.875rem; }
.kit b { color: var(--text); }
.toggle { line-height: 0; min-height: 2.125rem; min-width: 2.125rem; padding: 0; }
.toggle svg { height: 1rem; width: 1rem; }
.toggle circle { fill: none; stroke: currentColor; stroke-width: 1.5; }
.toggle path { fill: currentColor; }
.overview { background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; border-top: 0.3125rem solid var(--fill); margin-top: 0.75rem; padding: 1.25rem 1.5rem; }
.verdict { align-items: center; display: grid; gap: 0 1.25rem; grid-template-columns: auto 1fr; }
:root[data-verdict="conformant"] { --fill: var(--good-fill); --ink: var(--good); --ground: var(--good-tint); }
:root[data-verdict="violations"] { --fill: var(--bad-fill); --ink: var(--bad); --ground: var(--bad-tint); }
:root[data-verdict="incomplete"] { --fill: var(--warn-fill); --ink: var(--warn); --ground: var(--warn-tint); }
.badge { align-items: center; background: var(--ground); border-radius: 50%; color: var(--ink); display: flex; font-size: 1.75rem; font-weight: 700; height: 3.5rem; justify-content: center; line-height: 1; width: 3.5rem; }
.verdict h1 { color: var(--ink); }
.target { margin-top: 0.125rem; }
.target span { color: var(--quiet); font: 0.8125rem/1.5 var(--mono); margin-left: 0.5rem; }
.explanation { color: var(--quiet); grid-column: 2; margin-top: 0.25rem; }
.reasons { background: var(--warn-tint); border-radius: 0.5rem; margin-top: 1rem; padding: 0.75rem 1rem; }
.reasons h2 { color: var(--warn); font-size: 0.9375rem; }
.reasons li { margin-top: 0.375rem; padding-left: 1rem; text-indent: -1rem; }
.reasons li::before { color: var(--warn); content: "!"; display: inline-block; font-weight: 700; text-indent: 0; width: 1rem; }
.bar { border-radius: 0.25rem; display: block; height: 0.5rem; margin-top: 1.25rem; width: 100%; }
rect.fail { fill: var(--bad-fill); } rect.warn { fill: var(--warn-fill); } rect.pass { fill: var(--good-fill); } rect.info { fill: var(--info-fill); } rect.listed { fill: var(--edge); } rect.none { fill: var(--none-fill); }
.counts { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; margin-top: 0.5rem; }
.counts a, .counts span { color: inherit; text-decoration: none; }
.counts a:hover { text-decoration: underline; }
.counts span { color: var(--quiet); }
.counts li::before { border-radius: 50%; content: ""; display: inline-block; height: 0.625rem; margin-right: 0.5rem; width: 0.625rem; }
.counts .fail::before { background: var(--bad-fill); } .counts .warn::before { background: var(--warn-fill); } .counts .pass::before { background: var(--good-fill); } .counts .info::before { background: var(--info-fill); } .counts .listed::before { background: var(--edge); } .counts .none::before { background: var(--none-fill); }
.facts { border-top: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 0.5rem 2.5rem; margin-top: 1rem; padding-top: 0.875rem; }
.facts dd { font-size: 0.875rem; }
.engines { display: grid; font-size: 0.875rem; gap: 0.125rem; margin-top: 0.75rem; }
`
