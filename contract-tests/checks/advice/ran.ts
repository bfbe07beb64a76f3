/**
 * The frameworks whose advice was run, with their versions: `npm run advice` makes the mistake of each topic in a small server,
 * which the kit must report, and runs the server with the code of the advice, which it must find conformant.
 */
export const ran: Readonly<Record<string, string>> = {
  Express: 'Express 5.3',
  FastAPI: 'FastAPI 0.142',
  Go: 'Go 1.19',
}
