import { pluralize } from '../contract/words.ts'
import { isAnswered } from './exchange.ts'
import { listFacts, type Transcript } from './transcript.ts'

/** What was repeated, waited for and left out in a run: remarks that tell its reader how healthy the server was. Empty if it was. */
export function describeHealth({ exchanges, facts }: Transcript): string[] {
  const of = `of ${pluralize(exchanges.length, 'request')}`
  const retried = exchanges.filter(({ waited }) => waited.length > 0)
  const statuses = [...new Set(retried.flatMap(({ waited }) => waited.map(({ status }) => status)))]
  const lost = exchanges.filter(
    (exchange, position) =>
      !isAnswered(exchange) &&
      exchanges.slice(position).some((later) => later.probe.id === exchange.probe.id && isAnswered(later)),
  )
  const outages = listFacts(facts, 'outage').filter(({ recovered, confirmed }) => recovered && !confirmed)
  const waits = outages.map(({ afterProbe, ms }) => `${(ms / 1000).toFixed(1)} s after ${afterProbe}`)
  const leftOut = listFacts(facts, 'left-out').flatMap(({ probes }) => probes)
  const isRenewed = listFacts(facts, 'token-fetched').length > 0
  return [
    ...(retried.length > 0
      ? [`${retried.length} ${of} got a ${statuses.join(' or ')} and ${be(retried)} repeated`]
      : []),
    ...(lost.length > 0 ? [`${lost.length} ${of} got no response, and one when repeated`] : []),
    ...(waits.length > 0 ? [`waited while the server did not answer, for ${waits.join(' and for ')}`] : []),
    ...(leftOut.length > 0
      ? [
          `${pluralize(leftOut.length, 'request')} ${be(leftOut)} left out, because others like them got no response`,
        ]
      : []),
    ...(isRenewed ? ['the token had expired, and a new one was fetched'] : []),
  ]
}

function be({ length }: readonly unknown[]): string {
  return length === 1 ? 'was' : 'were'
}
