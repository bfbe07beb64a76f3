import { useRef } from 'preact/hooks'
import { callControl, tokenQuestion } from './api.ts'
import { Connect } from './connect.tsx'
import { Headline } from './headline.tsx'
import { Journal } from './journal.tsx'
import { type ConnectionState, connection, loadState } from './live.ts'
import { announce, announcement, attempt, dismiss, notices } from './notices.ts'
import { Plants } from './plants.tsx'
import { Request } from './request.tsx'
import { Scenarios } from './scenarios.tsx'
import { baseUrl } from './state.ts'
import { Button, CopyButton, Dialog, Text } from './ui.tsx'
import { closeDialog, openDialog, pane } from './views.ts'

export function Page() {
  return (
    <>
      <a class="skip wide-only" href="#request">
        Skip the scenarios
      </a>
      <Header />
      <p id="announcer" class="visually-hidden" role="status">
        {announcement}
      </p>
      <Notices />
      <main>
        <Headline />
        <Scenarios />
        <Request />
        <Journal />
      </main>
      <OpenDialog />
      <TokenDialog />
    </>
  )
}

function Header() {
  return (
    <header class="top">
      <h1>
        <img src="/__admin/console/icon.svg" alt="" width="22" height="22" /> Plant Store <span>mock</span>
      </h1>
      <p class="address">
        <code id="base-url">{baseUrl}</code>
        <CopyButton what="base URL" text={baseUrl.value} />
      </p>
      <Navigation />
      <Connection />
      <button
        id="reset"
        type="button"
        title="Resets scenarios, settings, plants, sessions and the journal"
        onClick={() => attempt(reset)}
      >
        Reset mock
      </button>
    </header>
  )
}

async function reset(): Promise<void> {
  await callControl('POST', '/reset')
  await loadState()
  announce('Scenarios, settings, plants, sessions and the journal have been reset.')
}

/** The three views, in a narrow window, and what opens beside them. */
function Navigation() {
  return (
    <nav id="views" aria-label="Views">
      <ViewLink name="scenarios" icon="M4 6h2M4 12h2M4 18h2M10 6h10M10 12h10M10 18h10">
        Scenarios
      </ViewLink>
      <ViewLink name="request" icon="M4 12 20 4l-5 16-4-7z">
        Request
      </ViewLink>
      <ViewLink name="journal" icon="M12 7v5l3 3M12 21a9 9 0 1 0-9-9M3 4v5h5">
        Journal
      </ViewLink>
      <a href="#connect">
        <Icon path="M9 8V3M15 8V3M6 8h12v3a6 6 0 0 1-12 0zM12 17v4" />
        <span>
          Connect<span class="wide-only"> your app</span>
        </span>
      </a>
      <a href="/__admin/openapi.yaml" target="_blank" rel="noreferrer">
        <Icon path="M6 3h8l4 4v14H6zM9 12h6M9 16h6" />
        Contract
      </a>
    </nav>
  )
}

function ViewLink({ name, icon, children }: { name: string; icon: string; children: string }) {
  return (
    <a class="view" href={`#${name}`} aria-current={pane.value === name ? 'page' : undefined}>
      <Icon path={icon} />
      {children}
    </a>
  )
}

function Icon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

const CONNECTION_TEXTS: Record<ConnectionState, string> = {
  connecting: 'connecting',
  live: 'live',
  lost: 'disconnected, reconnecting',
  refused: 'no access: reload the page to enter a token',
}

function Connection() {
  return (
    <p id="connection" role="status" data-state={connection.value}>
      <span class="visually-hidden">Live updates: </span>
      {CONNECTION_TEXTS[connection.value]}
    </p>
  )
}

function Notices() {
  return (
    <div id="notices" role="log" aria-label="Notices">
      {notices.value.map(({ kind, tone, title, text }) => (
        <div key={kind} class={`notice ${tone}`}>
          <strong>{title}</strong>
          <p>
            <Text>{text}</Text>
          </p>
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

function TokenDialog() {
  const field = useRef<HTMLInputElement>(null)
  const question = tokenQuestion.value
  if (question === undefined) return null
  const answer = (closedBy: string): void =>
    question.answer(closedBy === 'entered' ? (field.current?.value ?? '') : '')
  return (
    <Dialog title="Admin token" onClose={answer}>
      <form method="dialog" class="stack">
        <p class="quiet">{question.reason}</p>
        <label class="field">
          <span>
            Token passed to the mock with <code>--admin-token</code>
          </span>
          <input ref={field} type="password" autocomplete="off" />
        </label>
        <p class="quiet">Kept until you close this tab.</p>
        <p class="actions">
          <button class="main" type="submit" value="entered">
            Continue
          </button>
          <button class="plain" type="submit" value="">
            Continue without a token
          </button>
        </p>
      </form>
    </Dialog>
  )
}
