import { useSignal } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { announce } from './notices.ts'

/** Characters that are invisible or that rearrange the text around them: controls, direction marks, zero-width characters. */
const INVISIBLE =
  /((?![\n\t])\p{Cc}|[\u{ad}\u{61c}\u{200b}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{2069}\u{feff}])/u

/** Text of others, with invisible characters shown as their code points, such as `U+202E`. */
export function Text({ children }: { children: string }) {
  const parts = children.split(INVISIBLE)
  if (parts.length === 1) return children
  const shown: ComponentChildren[] = []
  for (const [index, part] of parts.entries())
    shown.push(index % 2 === 0 ? part : <span class="invisible">{formatCodePoint(part)}</span>)
  return shown
}

function formatCodePoint(character: string): string {
  return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Names and values. Pairs without a value are left out. */
export function Pairs({
  pairs,
  class: name = '',
}: {
  pairs: readonly (readonly [name: string, value: string | undefined])[]
  class?: string
}) {
  return (
    <dl class={`pairs ${name}`}>
      {pairs.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Text>{value}</Text>
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** A form field below its label. */
export function Field({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label class="field">
      <span>{label}</span>
      {children}
    </label>
  )
}

export type Option = readonly [value: string, label: string]

/** The options of a select. */
export function Options({ list }: { list: readonly Option[] }) {
  return list.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}

/** A choice between a few options. */
export function Segments({
  label,
  options,
  value,
  onChoose,
}: {
  label: string
  options: readonly Option[]
  value: string
  onChoose: (value: string) => void
}) {
  const name = useId()
  return (
    <fieldset class="segments">
      <legend class="visually-hidden">{label}</legend>
      {options.map(([option, text]) => (
        <label key={option}>
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            onChange={() => onChoose(option)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Tabs and the panel of the chosen one, with a heading beside the tabs and notes between tabs and panel. */
export function Tabs({
  label,
  tabs,
  heading,
  children,
}: {
  label: string
  tabs: readonly { label: string; content: () => ComponentChildren }[]
  heading?: ComponentChildren
  children?: ComponentChildren
}) {
  const chosen = useSignal(0)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    chosen.value = (chosen.value + step + tabs.length) % tabs.length
    list.current?.querySelectorAll('button')[chosen.value]?.focus()
  }
  return (
    <>
      <div class="tabs">
        {heading}
        <div ref={list} role="tablist" class="segments" aria-label={label} onKeyDown={onKeyDown}>
          {tabs.map((tab, index) => (
            <button
              key={tab.label}
              type="button"
              role="tab"
              id={`${id}-${index}`}
              aria-controls={`${id}-panel`}
              aria-selected={chosen.value === index}
              tabIndex={chosen.value === index ? 0 : -1}
              onClick={() => {
                chosen.value = index
              }}
            >
              {tab.label}
            </button>
          ))}
        </div>
      </div>
      {children}
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen.value}`}>
        {tabs[chosen.value]?.content()}
      </div>
    </>
  )
}

/** A modal dialog for as long as it is rendered. `onClose` receives the value of the button that closed it. */
export function Dialog({
  title,
  children,
  onClose,
}: {
  title: string
  children: ComponentChildren
  onClose: (value: string) => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={() => onClose(dialog.current?.returnValue ?? '')}>
      <h2 id={id}>{title}</h2>
      {children}
      <CrossButton label="Close" onClick={() => dialog.current?.close()} />
    </dialog>
  )
}

export function CrossButton({ label, onClick }: { label: string; onClick: () => void }) {
  return <button type="button" class="plain cross" aria-label={label} title={label} onClick={onClick} />
}

const CONFIRMATION_MS = 1500

/** Copies a text. `what` names the text for screen readers, such as `base URL`. */
export function CopyButton({
  what,
  text,
  label = 'Copy',
}: {
  what: string
  text: () => string
  label?: string
}) {
  const result = useSignal<string | undefined>(undefined)
  const onClick = async (): Promise<void> => {
    const isCopied = await copy(text())
    result.value = isCopied ? 'Copied' : 'Failed'
    announce(isCopied ? `Copied ${what}` : `The browser did not allow copying the ${what}`)
    setTimeout(() => {
      result.value = undefined
    }, CONFIRMATION_MS)
  }
  return (
    <button
      type="button"
      class="copy"
      aria-label={label === 'Copy' ? `Copy ${what}` : undefined}
      onClick={onClick}
    >
      {result.value ?? label}
    </button>
  )
}

async function copy(text: string): Promise<boolean> {
  try {
    // Only defined over HTTPS and on loopback addresses.
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelecting(text)
  }
}

function copyBySelecting(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'visually-hidden'
  // Outside of an open dialog, nothing can be selected.
  ;(document.querySelector('dialog[open]') ?? document.body).append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}

/** Code to copy. */
export function Code({ id, what, children }: { id: string; what: string; children: string }) {
  return (
    <div class="code">
      <pre id={id}>{children}</pre>
      <CopyButton what={what} text={() => children} />
    </div>
  )
}

/** The handler of a text field or a select that reads its value. */
export function onValue(set: (value: string) => void) {
  return ({ currentTarget }: JSX.TargetedEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
    set(currentTarget.value)
}

/** The CSS class that colours an HTTP status. */
export function statusClass(status: number): string {
  if (status >= 500 || status < 200) return 'status bad'
  return status >= 400 ? 'status warn' : 'status good'
}

/** Formats milliseconds: `4 ms`, `1.25 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds >= 1000) return `${round(milliseconds / 1000, 2)} s`
  return `${round(milliseconds, milliseconds < 10 ? 1 : 0)} ms`
}

/** Formats a number of bytes: `40 B`, `1.2 kB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${round(bytes / 1000, 1)} kB` : `${round(bytes / 1_000_000, 1)} MB`
}

/** `1 plant`, `10,000 plants`. */
export function formatPlants(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'plant' : 'plants'}`
}

function round(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)))
}
