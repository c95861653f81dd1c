import { Failure } from '@slipway/model'

/** The failure for a database that has lost something that this machine has seen in it. */
export function lostCommits(text: string, what: string): Failure {
  return new Failure('state/lost-commits', `the state in ${text} is not the last recorded one`, {
    details: [what],
    hint: 'nothing was changed; check the address, ask the administrator of the database to restore the missing data, or continue with the rest: slipway state accept',
  })
}

/** The reason why an instance is behind; `undefined` if it is not. */
export function lossBetween(
  instance: string,
  seen: { readonly origin: string; readonly count: number } | undefined,
  held: { readonly origin: string; readonly count: number },
): string | undefined {
  if (seen === undefined) return undefined
  if (seen.origin !== held.origin)
    return `${instance}: somebody continued with an older copy of it, or with another state`
  if (held.count >= seen.count) return undefined
  const missing = seen.count - held.count
  return `${instance}: ${missing} of the ${seen.count} commits that were recorded ${missing === 1 ? 'is' : 'are'} missing`
}
