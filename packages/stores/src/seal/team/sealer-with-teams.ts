import type { Sealer } from '../../port.ts'
import type { TeamOpener } from './team.ts'

/** The same sealer, which can open the keys of teams, too. Its own key is not asked for: that would make it. */
export function sealerWithTeams(sealer: Sealer, openTeam: TeamOpener): Sealer {
  return {
    get keyId() {
      return sealer.keyId
    },
    seal: (plain, place) => sealer.seal(plain, place),
    unseal: (sealed, place) => sealer.unseal(sealed, place),
    unsealUnbound: (sealed) => sealer.unsealUnbound(sealed),
    openTeam,
  }
}
