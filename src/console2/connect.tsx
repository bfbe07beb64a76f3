import { useSignal } from '@preact/signals'
import { type Connection, clients } from './clients.ts'
import { baseUrl, health, users } from './state.ts'
import { Code, CopyButton, Field, Options, onValue, Pairs, Segments, Text } from './ui.tsx'

/** How to reach the mock from an application. */
export function Connect() {
  const client = useSignal('curl')
  const userName = useSignal('')
  const { contract, page } = health.value
  const user = users.value.find(({ name }) => name === userName.value) ?? users.value[0]
  const connection: Connection = {
    absolute: baseUrl.value,
    base: page?.baseUrl ?? baseUrl.value,
    envPrefix: page?.envPrefix ?? '',
    path: contract.path,
    limitName: contract.limitName,
    token: user?.token ?? 'token',
  }
  const { note, write } = clients[client.value] ?? {}
  return (
    <div class="stack">
      <p class="quiet">Give your app the base URL of the mock and the token of a user.</p>
      <div class="title">
        <Segments
          label="Client"
          options={Object.keys(clients).map((name) => [name, name])}
          value={client.value}
          onChoose={(name) => {
            client.value = name
          }}
        />
        <Field label="User">
          <select
            id="connect-user"
            value={user?.name}
            onInput={onValue((name) => {
              userName.value = name
            })}
          >
            <Options list={users.value.map(({ name }) => [name, name])} />
          </select>
        </Field>
      </div>
      <Code id="client-code" what="code for your app">
        {write?.(connection) ?? ''}
      </Code>
      {note && <p class="quiet">{note}</p>}
      <UserTable />
      <details>
        <summary>About this mock</summary>
        <About />
      </details>
    </div>
  )
}

function UserTable() {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">User</th>
          <th scope="col">Plants</th>
          <th scope="col">Token</th>
          <td />
        </tr>
      </thead>
      <tbody id="users">
        {users.value.map(({ name, token, plants }) => (
          <tr key={name}>
            <th scope="row">
              <Text>{name}</Text>
            </th>
            <td>{plants.toLocaleString('en')}</td>
            <td>
              <code>{token}</code>
            </td>
            <td>
              <CopyButton what={`token of ${name}`} text={() => token} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function About() {
  const { version, upstream, contract, instanceId, startedAt } = health.value
  return (
    <Pairs
      pairs={[
        ['Version', version],
        ['Service', upstream?.url],
        ['Contract', `${contract.title} ${contract.version}`],
        ['SHA-256', contract.sha256],
        ['Instance', instanceId],
        ['Started', startedAt && new Date(startedAt).toLocaleString()],
      ]}
    />
  )
}
