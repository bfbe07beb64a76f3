/** Findings, and the requests and responses in them. */
export const findings = `
main > section { margin-top: 2rem; }
.title { align-items: center; display: flex; gap: 1rem; justify-content: space-between; margin-bottom: 0.75rem; min-height: 1.875rem; }
.count { background: var(--tint); border-radius: 1rem; color: var(--quiet); font-size: 0.8125rem; font-weight: 600; margin-left: 0.25rem; padding: 0.0625rem 0.5625rem; }
.card, .finding { background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; }
.card { padding: 1rem 1.25rem; }

.finding { margin-top: 0.625rem; }
.finding.fail { border-left: 0.25rem solid var(--bad-fill); }
.finding.warn { border-left: 0.25rem solid var(--warn-fill); }
.finding.listed { border-left: 0.25rem solid var(--none-fill); }
.finding.info { border-left: 0.25rem solid var(--info-fill); }
.finding:has(> :target) { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
.finding > summary { align-items: baseline; border-radius: 0.75rem; column-gap: 0.875rem; display: grid; grid-template-columns: auto 1fr auto auto; list-style: none; padding: 0.875rem 1.25rem; }
.finding > summary::-webkit-details-marker { display: none; }
.finding > summary:hover h3 { text-decoration: underline; text-underline-offset: 0.2em; }
.finding > summary .line { align-items: baseline; column-gap: 0.75rem; display: flex; flex-wrap: wrap; margin-top: 0.125rem; }
.finding > summary code { color: var(--quiet); }
.finding > summary h3 code { color: inherit; font-weight: 600; }
.finding .message { font-size: 0.875rem; }
.level { border: 1px solid currentColor; border-radius: 0.25rem; font-size: 0.6875rem; font-weight: 650; letter-spacing: 0.04em; padding: 0 0.375rem; }
.fail .level { color: var(--bad); } .warn .level { color: var(--warn); } .info .level { color: var(--info); } .listed .level { color: var(--quiet); }
.seen { color: var(--quiet); font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
.seen::after { border: solid var(--edge); border-width: 0 1.5px 1.5px 0; content: ""; display: inline-block; height: 0.4375rem; margin-left: 0.875rem; transform: translateY(-0.1875rem) rotate(45deg); width: 0.4375rem; }
[open] > summary .seen::after { transform: translateY(0.0625rem) rotate(225deg); }
.details { border-top: 1px solid var(--line); padding: 1rem 1.25rem 1.25rem; scroll-margin-top: 6rem; }
.comparison { display: grid; gap: 0.75rem; grid-template-columns: 1fr 1fr; }
.comparison > div { border-radius: 0.5rem; padding: 0.625rem 0.875rem; }
.comparison dd { font: 0.875rem/1.5 var(--mono); white-space: pre-wrap; }
.comparison .where { color: var(--quiet); font: 0.8125rem/1.5 system-ui, sans-serif; }
.expected { background: var(--good-tint); } .expected dt { color: var(--good); }
.actual { background: var(--bad-tint); } .actual dt { color: var(--bad); }
.warn .actual { background: var(--warn-tint); } .warn .actual dt { color: var(--warn); }
:is(.info, .listed) :is(.actual, .expected) { background: var(--sunk); } :is(.info, .listed) :is(.actual, .expected) dt { color: var(--quiet); }
.rows > div { display: grid; gap: 0 1rem; grid-template-columns: 7rem 1fr; padding: 0.25rem 0; }
.rows dt { font-size: 0.8125rem; line-height: 1.75; }
.details .rows { margin-top: 0.75rem; }
.more { margin-top: 0.625rem; }
.more > summary { color: var(--accent); font-size: 0.875rem; width: fit-content; }
.violations li { border-left: 2px solid var(--line); margin-top: 0.625rem; padding-left: 0.75rem; }

.steps > li + li { margin-top: 0.5rem; }
.step { background: var(--sunk); border: 1px solid var(--line); border-radius: 0.5rem; }
.step > summary { align-items: baseline; display: flex; gap: 0.125rem 0.75rem; list-style: none; padding: 0.4375rem 0.75rem; }
.step > summary::-webkit-details-marker { display: none; }
.step .number { background: var(--tint); border-radius: 50%; color: var(--accent); font-size: 0.75rem; font-weight: 650; height: 1.375rem; line-height: 1.375rem; min-width: 1.375rem; text-align: center; }
.step .line { flex: 1 1 70%; font-size: 0.8125rem; }
.step .quiet { font-size: 0.8125rem; }
.arrow { color: var(--quiet); }
.note { color: var(--bad); font-size: 0.875rem; font-weight: 600; }
.note::before { content: "← "; }
.messages { display: grid; gap: 0.75rem; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); }
.step .messages { padding: 0 0.75rem 0.75rem; }
.code { white-space: pre-wrap; }
.messages .code { background: var(--sunk); border: 1px solid var(--line); padding: 0.5rem 0.75rem; }
.step .messages .code { background: var(--card); }
.messages .code.head { border-radius: 0.5rem; }
.messages .code.body { border-radius: 0 0 0.5rem 0.5rem; border-top-style: dashed; }
.messages .code.head:has(+ .body) { border-bottom: 0; border-radius: 0.5rem 0.5rem 0 0; }
.start { font-weight: 650; }
.status-2 { color: var(--good); } .status-3 { color: var(--info); } .status-4 { color: var(--warn); } .status-5 { color: var(--bad); }
.bytes { background: var(--sunk); border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.5rem 0.75rem; }
.failure { background: var(--bad-tint); border-radius: 0.5rem; color: var(--bad); padding: 0.5rem 0.75rem; }
.code + .bytes { background: var(--sunk); border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.5rem 0.75rem; }
.failure { margin-top: 0.5rem; }
.fold { color: var(--quiet); }
.fold > summary { color: var(--accent); font: 0.8125rem/1.5 system-ui, sans-serif; white-space: normal; width: fit-content; }
.fold[open] > summary { margin-bottom: 0.25rem; }
.offset { color: var(--quiet); }
.command { align-items: flex-start; background: var(--sunk); border: 1px solid var(--line); border-radius: 0.5rem; display: flex; gap: 0.75rem; margin-bottom: 0.5rem; padding: 0.375rem 0.375rem 0.375rem 0.75rem; }
.command code { flex: 1; padding: 0.1875rem 0; white-space: pre-wrap; }
.copy { min-width: 4.75rem; }
`
