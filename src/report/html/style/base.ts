/** Colours, text and what every part of the page uses. Every colour has a value for light and for dark. */
export const base = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f5f7f4, #11150f);
  --card: light-dark(#ffffff, #191e18);
  --sunk: light-dark(#f6f8f5, #131711);
  --line: light-dark(#dde4da, #2d352c);
  --edge: light-dark(#8a9688, #667265);
  --text: light-dark(#1a211b, #e6ebe4);
  --quiet: light-dark(#566156, #a3b0a2);
  --accent: light-dark(#23643a, #8fce9c);
  --tint: light-dark(#e8f1e8, #222d23);
  --good: light-dark(#22683a, #8fd3a0);
  --good-fill: light-dark(#3f9a5c, #3f8f58);
  --good-tint: light-dark(#e4f3e7, #1b2f21);
  --warn: light-dark(#7a5200, #e9c26b);
  --warn-fill: light-dark(#dfa126, #c58d1f);
  --warn-tint: light-dark(#fcf2da, #352b13);
  --bad: light-dark(#a3261f, #ff9d94);
  --bad-fill: light-dark(#c93a31, #d8544a);
  --bad-tint: light-dark(#fdebe8, #3a1f1c);
  --info: light-dark(#1f5a8a, #93c4ee);
  --info-fill: light-dark(#5b93bf, #48799f);
  --none-fill: light-dark(#c3ccc1, #465046);
  --mark: light-dark(#ffd9d3, #6b2a24);
  --mark-text: light-dark(#7d0f08, #ffe3df);
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
*, ::before, ::after { box-sizing: border-box; }
html {
  -webkit-text-size-adjust: 100%;
  background: var(--page);
  color: var(--text);
  font: 0.9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  overflow-wrap: anywhere;
  scroll-padding-top: 1rem;
}
body { margin: 0 auto; max-width: 76rem; padding: 0 1.5rem 4rem; }
h1, h2, h3, h4, h5, p, dl, dd, ol, ul, fieldset { border: 0; margin: 0; min-width: 0; padding: 0; }
ol, ul { list-style: none; }
h1 { font-size: 1.75rem; font-weight: 650; letter-spacing: -0.01em; line-height: 1.2; }
h2 { font-size: 1.125rem; font-weight: 650; }
h3 { font-size: 0.9375rem; font-weight: 600; }
h4 { font-size: 0.875rem; font-weight: 600; margin: 1.25rem 0 0.5rem; }
h5, dt { color: var(--quiet); font-size: 0.75rem; font-weight: 500; letter-spacing: 0.02em; }
code, .code { font: 0.8125rem/1.55 var(--mono); }
a { color: var(--accent); text-underline-offset: 0.15em; }
summary { cursor: pointer; }
:focus-visible { border-radius: 0.25rem; outline: 2px solid var(--accent); outline-offset: 2px; }
main:focus { outline: none; }
[hidden] { display: none !important; }
:root:not(.js) .scripted { display: none; }
.visually-hidden { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; white-space: nowrap; width: 1px; }
.skip { background: var(--accent); border-radius: 0 0 0.5rem 0.5rem; color: var(--page); left: 1rem; padding: 0.5rem 1rem; position: absolute; top: -4rem; z-index: 1; }
.skip:focus { top: 0; }
.quiet, .rest, .caption { color: var(--quiet); }
.quiet { font-size: 0.875rem; }
.rest, .caption { font: italic 0.8125rem/1.5 system-ui, sans-serif; }
.caption { margin-top: 0.25rem; }
.escape { background: var(--warn-tint); border-radius: 0.1875rem; color: var(--warn); font-size: 0.9em; padding: 0 0.125rem; }
mark { background: var(--mark); border-radius: 0.1875rem; box-shadow: 0 0 0 2px var(--mark); color: var(--mark-text); font-weight: 600; }
mark:empty { border-left: 2px solid var(--bad); }
.mark { font-weight: 700; }
.pass .mark, .completed .mark { color: var(--good); }
.fail > * .mark { color: var(--bad); }
.warn > * .mark, .failed > .mark, .missing > .mark { color: var(--warn); }
.info > * .mark { color: var(--info); }

button { background: var(--card); border: 1px solid var(--edge); border-radius: 0.375rem; color: inherit; cursor: pointer; font: inherit; font-size: 0.8125rem; min-height: 1.875rem; padding: 0.125rem 0.75rem; }
button:hover { background: var(--tint); }
button.plain { background: none; border-color: transparent; color: var(--accent); }
button.plain:hover { background: var(--tint); }
`
