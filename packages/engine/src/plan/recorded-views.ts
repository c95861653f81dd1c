import { isWholeLink } from '@slipway/stores'
import type { Value } from '@slipway/model'
import type { Gathered } from '../reality/gathered.ts'
import { mayExist } from '../reality/life-cycle.ts'
import type { Plan } from './plan.ts'
import { type Views, viewOf } from './world.ts'

/** The resources as expressions see them when a plan has nothing to do: as they are recorded. */
export function recordedViews({ state, providers }: Gathered, { absent = [] }: Pick<Plan, 'absent'>): Views {
  const views = new Map<string, Value>()
  for (const record of state?.resources ?? [])
    if (!record.replaced && mayExist(record)) views.set(record.name, viewOf(record, providers))
  for (const name of absent) views.set(name, null)
  return {
    get: (name) => views.get(name),
    linkData: (name) => state?.links?.find((link) => link.name === name && isWholeLink(link))?.data,
    isPending: () => false,
  }
}
