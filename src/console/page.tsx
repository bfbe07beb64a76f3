import { callControl } from './api.ts'
import { Connect } from './connect.tsx'
import { Headline } from './headline.tsx'
import { Journal } from './journal.tsx'
import { type ConnectionState, connection, loadState } from './live.ts'
import { attempt, dismiss, notices } from './notices.ts'
import { Plants } from './plants.tsx'
import { Request } from './request.tsx'
import { Scenarios } from './scenarios.tsx'
import { baseUrl } from './state.ts'
import { Button, CopyButton, Dialog, Text } from './ui.tsx'
import { closeDialog, openDialog, PANES, pane } from './views.ts'

export function Page() {
  return (
    <>
      <a class="skip wide-only" href="#request">
        Skip the scenarios
      </a>
      <Header />
      <Notices />
      <main>
        <Headline />
        <Scenarios />
        <Request />
        <Journal />
      </main>
      <OpenDialog />
    </>
  )
}

function Header() {
  return (
    <header class="top">
      <h1>
        <img src="/__admin/console/icon.svg" alt="" width="22" height="22" /> Plant Store mock
      </h1>
      <Connection />
      <Button
        label="Reset mock"
        title="Resets all changes, and clears the journal"
        onClick={() => attempt(reset)}
      >
        Reset
      </Button>
      <p class="line address">
        <code id="base-url">{baseUrl}</code>
        <CopyButton what="base URL" text={baseUrl.value} />
      </p>
      <Navigation />
    </header>
  )
}

async function reset(): Promise<void> {
  await callControl('POST', '/reset')
  await loadState()
}

/** The links in the navigation, which lead to the three views of a narrow window, to a dialog, and to the contract. */
const LINKS = [
  { href: '#scenarios', label: 'Scenarios', icon: 'M4 6h2M4 12h2M4 18h2M10 6h10M10 12h10M10 18h10' },
  { href: '#request', label: 'Request', icon: 'M4 12 20 4l-5 16-4-7z' },
  { href: '#journal', label: 'Journal', icon: 'M12 7v5l3 3M12 21a9 9 0 1 0-9-9M3 4v5h5' },
  { href: '#connect', label: 'Connect', icon: 'M9 8V3M15 8V3M6 8h12v3a6 6 0 0 1-12 0zM12 17v4' },
  { href: '/__admin/openapi.yaml', label: 'Contract', icon: 'M6 3h8l4 4v14H6zM9 12h6M9 16h6' },
]

function Navigation() {
  return (
    <nav id="views" aria-label="Views">
      {LINKS.map(({ href, label, icon }) => (
        <a
          key={href}
          class={PANES.includes(href.slice(1)) ? 'view' : ''}
          href={href}
          target={href.startsWith('#') ? undefined : '_blank'}
          aria-current={href === `#${pane.value}` ? 'page' : undefined}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={icon} />
          </svg>
          {label}
        </a>
      ))}
    </nav>
  )
}

const CONNECTION_TEXTS: Record<ConnectionState, string> = {
  connecting: 'connecting',
  live: 'live',
  lost: 'disconnected, reconnecting',
  refused: 'no access: reload the page to enter a token',
}

function Connection() {
  const state = connection.value
  return (
    <p id="connection" role="status" class={`quiet ${state === 'live' ? 'good' : 'bad'}`} data-state={state}>
      {CONNECTION_TEXTS[state]}
    </p>
  )
}

function Notices() {
  return (
    <div id="notices" role="log" aria-label="Notices">
      {notices.value.map(({ kind, tone, text }) => (
        <div key={kind} class={`notice ${tone}`}>
          <Text>{text}</Text>
          <Button class="plain" onClick={() => dismiss(kind)}>
            Dismiss
          </Button>
        </div>
      ))}
    </div>
  )
}

function OpenDialog() {
  const name = openDialog.value
  if (name === undefined) return null
  return (
    <Dialog key={name} title={name === 'plants' ? 'Plants' : 'Connect your app'} onClose={closeDialog}>
      {name === 'plants' ? <Plants /> : <Connect />}
    </Dialog>
  )
}
