import { expect, test } from 'vitest'
import { conformant } from '../../report/sampleReports.test-data.ts'
import { noteStart } from './noteStart.ts'

const note = (givenStart: string): string | undefined =>
  noteStart(conformant, { givenStart, token: 't0ken-of-alice', otherToken: [] }).target.start?.command

test('a report keeps the command that starts the server as it is', () => {
  const command = "PORT={port} LIMIT='a b' npm start -- --port={port} --name=x"
  expect(note(command)).toBe(command)
})

test('a report masks what the command gives the server and looks secret', () => {
  expect(
    note(
      `DB_PASSWORD='two words' API_KEY=s3cret DATABASE_URL=postgres://me:s3cret@db/plants serve --client-secret="s3cret" --valid t0ken-of-alice`,
    ),
  ).toBe(
    'DB_PASSWORD=*** API_KEY=*** DATABASE_URL=postgres://***@db/plants serve --client-secret=*** --valid ***',
  )
})
