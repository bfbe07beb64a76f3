import { useState } from 'preact/hooks'
import { type Connection, clients } from './clients.ts'
import { baseUrl, health, users } from './state.ts'
import { Code, Disclosure, Field, Options, onValue } from './ui.tsx'

/** Shows how to connect an application to the mock. */
export function Connect() {
  const [chosen, choose] = useState('')
  const { version, contract, page } = health.value
  const user = users.value.find(({ name }) => name === chosen) ?? users.value[0]
  const connection: Connection = {
    absolute: baseUrl.value,
    base: page?.baseUrl ?? baseUrl.value,
    envPrefix: page?.envPrefix ?? '',
    path: contract.path,
    limitName: contract.limitName,
    token: user?.token ?? 'token',
  }
  return (
    <div class="stack">
      <p class="quiet">Your app needs the mock's base URL and a user's token.</p>
      <Field label="User">
        <select value={user?.name} onInput={onValue(choose)}>
          <Options list={users.value.map(({ name, token }) => [name, `${name}: ${token}`])} />
        </select>
      </Field>
      <ul id="clients">
        {Object.entries(clients).map(([name, { note, write }]) => (
          <li key={name}>
            <Disclosure label={name}>
              <Code what={`code for ${name}`}>{write(connection)}</Code>
              {note && <p class="quiet">{note}</p>}
            </Disclosure>
          </li>
        ))}
      </ul>
      <p class="quiet">
        Plant Store Kit {version}, contract {contract.title} {contract.version}
      </p>
    </div>
  )
}
