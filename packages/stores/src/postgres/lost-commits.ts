import { Failure } from '@slipway/model'

/** Of a database that has lost something which this machine has seen in it. */
export function lostCommits(text: string, what: string): Failure {
  return new Failure('state/lost-commits', `the state in ${text} is not the one that was recorded last`, {
    details: [what],
    hint: 'nothing was changed; check the address, let whoever looks after the database put back what is missing, or go on with what is there: slipway state accept',
  })
}

/** Why an instance is behind; `undefined` where it is not. */
export function lossBetween(
  instance: string,
  seen: { readonly origin: string; readonly count: number } | undefined,
  held: { readonly origin: string; readonly count: number },
): string | undefined {
  if (seen === undefined) return undefined
  if (seen.origin !== held.origin)
    return `${instance}: somebody has gone on with an older copy of it, or with another state`
  if (held.count >= seen.count) return undefined
  const missing = seen.count - held.count
  return `${instance}: ${missing} of the ${seen.count} commits that were recorded ${missing === 1 ? 'is' : 'are'} missing`
}
