import type { Sealer } from '../../port.ts'
import type { TeamOpener } from './team.ts'

/** The same sealer, which can also open the keys of teams. Does not ask for its own key, which would make one. */
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
