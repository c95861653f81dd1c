import { acceptState as goOn, lossesOf, type AcceptReport } from '@slipway/stores/upkeep'
import { statePlaceText } from '../store/state-driver.ts'
import { timeSortedIds } from '../ports/system-ports.ts'
import { checkStatePlace } from '../store/state-place.ts'
import { findProject, type ProjectRequest } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { agreed, type Agree } from './change-state.ts'
import { keeperFor } from './keeper.ts'

/** A question whether to go on without the lost records, whose things may still exist. */
export interface AcceptQuestion {
  /** The folder of the state, or the address of its database. */
  readonly state: string
  readonly losses: readonly string[]
}

export interface Accepted extends AcceptQuestion {
  readonly outcome: 'accepted' | 'nothing-lost' | 'declined'
  readonly report?: AcceptReport
}

/** Accepts a state that has lost records. */
export async function acceptState(
  slipway: Slipway,
  request: ProjectRequest & { readonly agree?: Agree<AcceptQuestion> | undefined } = {},
): Promise<Accepted> {
  const project = await findProject(slipway, request, 'looks')
  const { folders } = project
  checkStatePlace(project, 'write')
  const shared = folders.shared && { ...(await import('@slipway/stores/postgres')), place: folders.shared }
  const losses = await (shared?.lossesIn(shared.place) ?? lossesOf(folders.state))
  const known = { state: statePlaceText(folders), losses }
  if (known.losses.length === 0) return { ...known, outcome: 'nothing-lost' }
  if (!(await agreed(request.agree, known))) return { ...known, outcome: 'declined' }
  const ids = timeSortedIds()
  if (shared !== undefined) {
    const report = { renewed: await shared.acceptIn(shared.place, () => ids.next()), aside: [] }
    return { ...known, outcome: 'accepted', report }
  }
  const keeper = keeperFor('slipway state accept')
  const report = await goOn({ ...keeper, directory: folders.state, newId: () => ids.next() })
  return { ...known, outcome: 'accepted', report }
}
