import { Failure } from '@slipway/model'

/** Of a commit that was sealed with a key which is not the one of its state any more. */
export function keyChanged(): Failure {
  return new Failure(
    'state/key-changed',
    'somebody has changed the key of this state meanwhile, so nothing more is recorded',
    {
      hint: 'run the command again: it reads the new key, and settles what was under way',
    },
  )
}

/** Somebody else was faster with the recipients of a state. */
export function teamChanged(): Failure {
  return new Failure('state/busy', 'somebody else has changed the recipients of this state at this moment', {
    hint: 'look at slipway state key list, and run the command again',
  })
}

/** The key that a commit was sealed with, where anything was. `team`: of the state as it is now. */
export function isStale(sealedWith: string | undefined, team: { readonly key: string } | undefined): boolean {
  if (sealedWith === undefined) return false
  return sealedWith !== (team?.key ?? '')
}
