import { allLinkEnds } from '@slipway/stores'
import type { CheckedBlueprint } from '../../check/checked.ts'
import type { Providers } from '../../providers/providers.ts'
import type { LinkStep } from '../shape/link-step.ts'
import { leavesOld, type PlanStep } from '../shape/plan.ts'

/**
 * Puts links in their place among the steps of the resources.
 *
 * - A link goes before either of its ends, and before what a plugin has made for it. A link to something that is replaced
 *   lets go of the old one before that is destroyed.
 * - What reads a link comes after it.
 * - A link that requires something of a resource comes after those that provide it, and goes before them.
 */
export function orderLinks(
  steps: readonly PlanStep[],
  links: readonly LinkStep[],
  blueprint: CheckedBlueprint | undefined,
  providers: Providers,
): { readonly steps: readonly PlanStep[]; readonly links: readonly LinkStep[] } {
  if (links.length === 0) return { steps, links }
  const byEnd = linksByEnd(links, steps)
  const planned = new Set(links.map(({ key }) => key))
  return {
    steps: steps.map((step) => withLinks(step, byEnd, reading(step, blueprint, planned))),
    links: withCapabilities(links, steps, providers),
  }
}

/** Keys of the links that must let go of a resource before it goes, by the id of the resource. A link that goes also has its own id here. */
function linksByEnd(links: readonly LinkStep[], steps: readonly PlanStep[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  // It is not known yet whether these ends are wanted. If they are not, their links go, too.
  const open = new Set(steps.flatMap(({ name, wish }) => (wish?.conditionUntil === undefined ? [] : [name])))
  for (const { key, current, action, a, b } of links) {
    const isSettled = action === 'none' && !open.has(a) && !open.has(b)
    if (current === undefined || isSettled) continue
    if (action === 'delete') found.set(current.id, [key])
    for (const { resourceId } of allLinkEnds(current)) found.set(resourceId, [...(found.get(resourceId) ?? []), key])
  }
  return found
}

function reading(
  { name, action }: PlanStep,
  blueprint: CheckedBlueprint | undefined,
  planned: ReadonlySet<string>,
): readonly string[] {
  if (action === 'delete' || action === 'forget') return []
  return blueprint?.resources.get(name)?.links?.filter((link) => planned.has(link)) ?? []
}

function withLinks(step: PlanStep, byEnd: ReadonlyMap<string, readonly string[]>, read: readonly string[]): PlanStep {
  const { current } = step
  const ending = [current?.id, current?.madeFor?.id].flatMap((id) => byEnd.get(id ?? '') ?? [])
  const { action } = step
  const after = action === 'delete' || action === 'forget' ? [...ending, ...read] : read
  const more = after.length === 0 ? {} : { after: [...new Set([...step.after, ...after])] }
  if (step.wish === undefined || !leavesOld(step) || ending.length === 0) return { ...step, ...more }
  return { ...step, ...more, oldAfter: [...new Set([...(step.oldAfter ?? []), ...ending])] }
}

/** Adds which links wait for which, by what they provide for and require of the same resource. Drops keys that have no step. */
function withCapabilities(
  links: readonly LinkStep[],
  steps: readonly PlanStep[],
  providers: Providers,
): readonly LinkStep[] {
  const known = new Set([...steps.map(({ key }) => key), ...links.map(({ key }) => key)])
  const capabilities = (link: LinkStep, kind: 'provides' | 'requires'): readonly string[] =>
    (providers.link(link.type)?.definition[kind] ?? []).map(({ name, end }) => `${link[end]} ${name}`)
  const makers = new Map<string, string[]>()
  for (const link of links) {
    const isGoing = link.action === 'delete'
    for (const capability of capabilities(link, isGoing ? 'requires' : 'provides')) {
      const key = `${isGoing} ${capability}`
      makers.set(key, [...(makers.get(key) ?? []), link.key])
    }
  }
  return links.map((link) => {
    const isGoing = link.action === 'delete'
    const needed = capabilities(link, isGoing ? 'provides' : 'requires').flatMap(
      (capability) => makers.get(`${isGoing} ${capability}`) ?? [],
    )
    const after = [...link.after, ...needed].filter((key) => key !== link.key && known.has(key))
    return { ...link, after: [...new Set(after)] }
  })
}
