import { Failure } from '@slipway/model'

/** The failure for a commit sealed with a key that its state no longer uses. */
export function keyChanged(): Failure {
  return new Failure(
    'state/key-changed',
    'somebody has changed the key of this state meanwhile, so nothing more is recorded',
    {
      hint: 'run the command again: it reads the new key, and settles what was under way',
    },
  )
}

/** The failure for a concurrent change of a state's recipients. */
export function teamChanged(): Failure {
  return new Failure('state/busy', 'somebody else has changed the recipients of this state at this moment', {
    hint: 'look at slipway state key list, and run the command again',
  })
}

/** True if a commit was sealed with another key than the present team's. `sealedWith` is `undefined` if nothing was sealed. */
export function isStale(sealedWith: string | undefined, team: { readonly key: string } | undefined): boolean {
  if (sealedWith === undefined) return false
  return sealedWith !== (team?.key ?? '')
}
