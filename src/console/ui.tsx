import type { ComponentChildren, TargetedEvent } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'

/** Matches characters that are invisible or rearrange other text, such as control characters, direction marks and zero-width characters. */
const INVISIBLE =
  /((?![\n\t])\p{Cc}|[\u{ad}\u{61c}\u{200b}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{2069}\u{feff}])/u

/** Shows untrusted text, with invisible characters as code points such as `U+202E`. */
export function Text({ children }: { children: string }) {
  const parts = children.split(INVISIBLE)
  return parts.map((part, index) =>
    // The parts at odd indexes are invisible characters.
    index % 2 === 0 ? part : <span class="tag warn">{formatCodePoint(part)}</span>,
  )
}

function formatCodePoint(character: string): string {
  return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
}

export type Pair = readonly [name: string, value: string | undefined]

/** Shows a list of names and values. Omits names without a value. */
export function Pairs({ pairs }: { pairs: readonly Pair[] }) {
  const shown = pairs.filter(([, value]) => value)
  return (
    <dl>
      {shown.map(([label, value = '']) => (
        <div key={`${label} ${value}`}>
          <dt>{label}</dt>
          <dd>
            <Text>{value}</Text>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A section that the user can open and close. Its content is rendered only while the section is open. */
export function Disclosure({ label, children }: { label: ComponentChildren; children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{label}</summary>
      {isOpen && <div class="stack">{children}</div>}
    </details>
  )
}

/** A form field with its label above. */
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

/** Shows the options of a `select` element. */
export function Options({ list }: { list: readonly Option[] }) {
  return list.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}

/** Creates a field's event handler that passes the field's value to a function. */
export function onValue(set: (value: string) => void) {
  return ({ currentTarget }: TargetedEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
    set(currentTarget.value)
}

type ButtonOptions = {
  children?: ComponentChildren
  onClick: () => void
  class?: string
  title?: string
  label?: string
  pressed?: boolean
}

/** Shows a button. Set `label`, for screen readers, if the button's text alone is not clear. */
export function Button({ label, pressed, ...options }: ButtonOptions) {
  return <button type="button" aria-label={label} aria-pressed={pressed} {...options} />
}

/** Shows a button with a cross, which the stylesheet draws. */
export function CrossButton({ label, onClick }: { label: string; onClick: () => void }) {
  return <Button class="plain cross" label={label} title={label} onClick={onClick} />
}

const CONFIRMATION_MS = 1500

/** A button that copies a string. `what` names the string for screen readers, such as `base URL`. */
export function CopyButton({ what, text, label }: { what: string; text: string; label?: string }) {
  const [result, setResult] = useState('')
  const onClick = async (): Promise<void> => {
    // `clipboard` is undefined on a page that was loaded from another machine over plain HTTP. Browsers can also refuse to copy.
    const write = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('not allowed here'))
    setResult(
      await write.then(
        () => 'Copied',
        () => 'Failed',
      ),
    )
    setTimeout(() => setResult(''), CONFIRMATION_MS)
  }
  return (
    <Button class="copy" {...(label === undefined && { label: `Copy ${what}` })} onClick={onClick}>
      {result || label || 'Copy'}
    </Button>
  )
}

/** Shows code with a button to copy it. */
export function Code({ what, children }: { what: string; children: string }) {
  return (
    <div class="code">
      <pre class="box">{children}</pre>
      <CopyButton what={what} text={children} />
    </div>
  )
}

/** Shows a modal dialog as long as this component is rendered. `onClose` gets the dialog's return value. */
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
    <dialog
      class="stack"
      ref={dialog}
      aria-labelledby={id}
      onClose={() => onClose(dialog.current?.returnValue ?? '')}
    >
      <h2 id={id}>{title}</h2>
      {children}
      <CrossButton label="Close" onClick={() => dialog.current?.close()} />
    </dialog>
  )
}

/** Returns the CSS class that colours an HTTP status. */
export function toneOf(status: number): 'good' | 'warn' | 'bad' {
  if (status >= 500 || status < 200) return 'bad'
  return status >= 400 ? 'warn' : 'good'
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

/** Formats a number of plants: `1 plant`, `10,000 plants`. */
export function formatPlants(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'plant' : 'plants'}`
}

function round(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)))
}
