import { wantedOf } from '../moves/draft.ts'
import { propertiesOf } from '../services/properties.ts'
import { describeThing, type Thing } from '../services/world.ts'
import { type Asked, destroyingStep, type Facts, type Run, thingOf, type Violation } from './facts.ts'

/** A protected thing must not be destroyed or replaced, unless an earlier run has begun to destroy it or left it outside. */
export function guardedThing(
  { resourceId, name }: Asked,
  thing: Thing,
  { condemned }: Run,
  { guarded, retained }: Facts,
): Violation | undefined {
  if (!guarded.has(thing) || condemned.has(resourceId) || retained.has(thing.owner)) return undefined
  return { rule: 'protected', message: `${describeThing(thing)} of ${name} is destroyed, and is protected` }
}

/** A member goes with its container, so the plan must show it as destroyed, and it must not be protected. */
export function inside(asked: Asked, thing: Thing, run: Run, facts: Facts): Violation | undefined {
  const { name } = asked
  const { world, committed, guarded } = facts
  for (const inner of world.inside(thing.id)) {
    const row = committed.known(inner.owner)
    if (row === undefined) continue
    const message = `${describeThing(inner)} stands in ${describeThing(thing)} of ${name}, which is destroyed`
    if (guarded.has(inner)) return { rule: 'protected', message: `${message}; it is protected` }
    const isForgotten = run.plan?.steps.some(({ action, current }) => action === 'forget' && current?.id === row.id)
    const isShown = isForgotten || run.condemned.has(row.id) || destroyingStep(run.plan, row.id) !== undefined
    if (isShown || committed.isInDoubt(row)) continue
    if (run.program === undefined) return { rule: 'inside', message: `${message}; the plan does not show it` }
    // The name stands for the generation that is the current resource.
    if (row.replaced) continue
    run.takenAlong.push({ id: row.id, message, asked })
  }
  return undefined
}

/** A program has no plan: its end names the things that it has removed. */
export function toldInside({ plan, takenAlong, ending, isCutShort }: Run): Violation | undefined {
  if (ending?.how !== 'ran' || isCutShort) return undefined
  const untold = takenAlong.find(({ id, asked }) => asked.end === 'done' && destroyingStep(plan, id) === undefined)
  return untold && { rule: 'inside', message: `${untold.message}; nobody is told` }
}

/** A plan that would destroy a protected resource is refused as a whole. */
export function refusedWhole({ thrown, asked }: Run): Violation | undefined {
  const isProtected = thrown instanceof Error && 'code' in thrown && thrown.code === 'engine/protected'
  const [first] = isProtected ? asked : []
  return first && { rule: 'protected', message: `a plan is refused, and ${first.name} is asked to ${first.kind}` }
}

/** The things that are protected now, and those that no longer are. */
export function guardedAfter({ command, draft }: Run, isWell: boolean, { committed, world, guarded }: Facts): void {
  if (command.do !== 'up') return
  for (const { name, protect } of wantedOf(draft)) {
    const row = committed.named(name)
    const thing = row && thingOf(row, world)
    if (thing === undefined) continue
    if (protect === false) guarded.delete(thing)
    else if (protect === true && isWell && row?.options?.protect === true) guarded.add(thing)
  }
}

/** An ignored property keeps its recorded value. */
export function ignoredStays({ kind, name, resourceId, thing, properties }: Asked, run: Run, facts: Facts) {
  const { command, draft } = run
  const row = facts.committed.rows.get(resourceId)
  const { ignores = [] } = wantedOf(draft).find((wanted) => wanted.name === name) ?? {}
  // The real value may have been read, and is recorded with the change.
  const isNews = command.refresh === true || thing?.isTouched === true || run.hadDoubt || run.wayBack !== undefined
  if (kind !== 'change' || command.do !== 'up' || row === undefined || properties === undefined || isNews)
    return undefined
  const recorded = propertiesOf(row.spec)
  const changed = ignores.find((property) => recorded[property] !== properties[property])
  return changed && { rule: 'ignored', message: `${changed} of ${name} is changed, and is to be ignored` }
}

/** A plan that excludes resources asks for no change of these. */
export function leftOut({ kind, name }: Asked, { command: { exclude = [] } }: Run): Violation | undefined {
  if (!exclude.includes(name)) return undefined
  return { rule: 'left out', message: `${name} is asked to ${kind}, and was excluded` }
}
