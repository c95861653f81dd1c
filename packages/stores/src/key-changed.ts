import { Failure } from '@slipway/model'
import type { SealedTeam } from './seal/team/team.ts'
import { foreignRecipients } from './seal/team/team-sealer.ts'

/** The failure for a commit sealed with a key that its state no longer uses. */
export function keyChanged(): Failure {
  return new Failure(
    'state/key-changed',
    'somebody changed the key of this state during the run, so Slipway records nothing more',
    {
      hint: 'run the command again: it reads the new key, and settles unfinished steps',
    },
  )
}

/** The failure for a concurrent change of a state's recipients. */
export function teamChanged(): Failure {
  return new Failure('state/busy', 'somebody else changed the recipients of this state at the same moment', {
    hint: 'look at slipway state key list, and run the command again',
  })
}

/**
 * Checks before a change of a state's recipients that they are still the ones that the change was made from. A row that came in between, or
 * whose key was swapped, was put there by somebody who has no key.
 *
 * @throws Failure `state/busy`, `state/foreign-recipient`
 */
export function assertTeamIsStill(from: SealedTeam | undefined, now: SealedTeam | undefined): void {
  if (now?.list !== from?.list) throw teamChanged()
  const known = new Set(from?.recipients.map(({ name, publicKey }) => `${name} ${publicKey}`))
  const planted = (now?.recipients ?? []).filter(({ name, publicKey }) => !known.has(`${name} ${publicKey}`))
  if (planted.length > 0) throw foreignRecipients(planted.map(({ name }) => name))
}

/** True if a commit was sealed with another key than the present team's. `sealedWith` is `undefined` if nothing was sealed. */
export function isStale(sealedWith: string | undefined, team: { readonly key: string } | undefined): boolean {
  if (sealedWith === undefined) return false
  return sealedWith !== (team?.key ?? '')
}
