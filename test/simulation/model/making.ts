import { type Draft, wantedOf } from '../moves/draft.ts'
import { kindOf } from '../services/kinds.ts'
import { propertiesOf } from '../services/properties.ts'
import { byHand, describeThing, type Thing } from '../services/world.ts'
import type { Asked, Facts, Run, Violation } from './facts.ts'

/** A resource id makes at most one thing. */
export function madeOnce(thing: Thing, { world }: Facts): Violation | undefined {
  if (thing.owner === byHand) return undefined
  const twin = world.living.find((other) => other !== thing && other.owner === thing.owner && other.type === thing.type)
  if (twin === undefined) return undefined
  const message = `${describeThing(thing)} is made for ${thing.owner}, and ${describeThing(twin)} was before`
  return { rule: 'twice', message }
}

/**
 * Nothing is made twice for one doubt: as long as nobody knows what became of the create of something that is wanted, it
 * is made again under the same id, which makes no second one.
 */
export function oneForOneDoubt(asked: Asked, run: Run, { committed }: Facts): Violation | undefined {
  if (kindOf(asked.type).definition.settlement !== 'find') return undefined
  const step = run.plan?.steps.find(({ name, action }) => name === asked.name && action !== 'delete')
  if (step?.action === 'replace') return undefined
  const doubted = [...committed.intents.values()].find(
    ({ action, resource }) =>
      action === 'create' &&
      resource.name === asked.name &&
      resource.type === asked.type &&
      resource.id !== asked.resourceId &&
      couldBecome(propertiesOf(resource.spec), asked.name, run.draft),
  )
  if (doubted === undefined) return undefined
  const message = `${asked.name} is made as ${asked.resourceId}, while nobody knows about ${doubted.resource.id}`
  return { rule: 'one doubt', message }
}

/** Whether a thing that may have been made can become the wanted one without a replacement. */
function couldBecome(made: { readonly pinned?: string; readonly key?: string }, name: string, draft: Draft): boolean {
  const wanted = wantedOf(draft).find((one) => one.name === name)
  if (wanted === undefined || wanted.within !== undefined || wanted.reads.some(({ into }) => into === 'pinned'))
    return false
  return wanted.pinned === made.pinned && wanted.key === made.key
}
