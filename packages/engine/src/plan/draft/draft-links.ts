import { type LinkChanges, type LinkedResource, type ResourceChanges, type ValueMap, valueMap } from '@slipway/model'
import { allLinkEnds, isWholeLink, linkEnds, type LinkRecord, type ResourceRecord } from '@slipway/stores'
import type { CheckedLink } from '../../check/checked.ts'
import type { Answers, LinkQuestion, Questions } from '../../providers/questions/answers.ts'
import type { Providers } from '../../providers/providers.ts'
import { optional } from '../../language/parse/optional.ts'
import { noProviderFor } from '../../check/unchecked.ts'
import { bareName } from '../../language/child-name.ts'
import type { LinkDrift } from '../../reality/gathered/gathered.ts'
import { currentResource } from '../../reality/recorded/current-resource.ts'
import { existenceOf } from '../../reality/recorded/life-cycle.ts'
import { goneWith } from '../../reality/recorded/stands-in.ts'
import { currentLink, unfinishedLink } from '../../reality/recorded/link-life.ts'
import { installHint, asObstacle } from '../../reality/obstacles/obstacles.ts'
import { noResourceChanges, resourceChanges } from '../../spec/changes.ts'
import { valueAt } from '../../spec/computed-paths.ts'
import { endNotWanted, type LinkStep } from '../shape/link-step.ts'
import { notInBlueprint } from '../guard/unwanted.ts'
import { linkBetween, matchLinks } from '../match/match-links.ts'
import { oldKey, type PlanStep } from '../shape/plan.ts'

/** Everything that a plan of links is made from: the steps of the resources, and the records. */
export interface LinkWorld {
  readonly links: readonly CheckedLink[]
  readonly recorded: readonly LinkRecord[]
  /** Steps of the wanted resources, by name. Resources that the plan is not about have none. */
  readonly steps: ReadonlyMap<string, PlanStep>
  /** The record of a resource, by its name. */
  readonly record: (name: string) => ResourceRecord | undefined
  /** Records that the plan leaves alone. */
  readonly beside: readonly ResourceRecord[]
  /** True for the id of a record that belongs to a resource of the blueprint. */
  readonly isWanted: (resourceId: string) => boolean
  /** Names of resources whose condition is false. */
  readonly absent: ReadonlySet<string>
  readonly isSelected: (name: string) => boolean
  /** The name of the configuration with which a resource is made. */
  readonly configuration: (name: string) => string | undefined
  readonly providers: Providers
  readonly instanceId: string
  /** The drift of links, by id. */
  readonly drift: ReadonlyMap<string, LinkDrift>
  readonly instance: string
  readonly answers: Answers
  readonly questions: Questions
}

/** Steps for the links of a blueprint, and for recorded links that it no longer has. */
export function draftLinks(world: LinkWorld): readonly LinkStep[] {
  if (world.links.length + world.recorded.length === 0) return []
  const first = goingFirst(world)
  const known = matchLinks(world.links, world.recorded, idsIn(world))
  const wanted = world.links.flatMap((link) => {
    const found = known.get(link.name)
    const isMeant = (world.isSelected(link.a) && world.isSelected(link.b)) || mustLetGo(found, first)
    return isMeant ? wantedSteps(link, found, first, world) : []
  })
  const taken = new Set(known.values())
  const gone = world.recorded.filter((record) => !taken.has(record)).toReversed()
  const keys = new Set(wanted.map(({ key }) => key))
  const removed = gone.flatMap((record) => goneSteps(record, world, whyGone(record, world)))
  return [...wanted, ...removed.map((step) => (keys.has(step.key) ? withKeyOfItsOwn(step) : step))]
}

/** Gives a step a key of its own if another link has the name of its link by now. */
function withKeyOfItsOwn(step: LinkStep): LinkStep {
  return { ...step, key: oldKey(`${step.name} ${step.current?.id}`) }
}

function idsIn({ record }: LinkWorld): (name: string) => string | undefined {
  return (name) => record(name)?.id
}

function whyGone(record: LinkRecord, { absent }: LinkWorld): string | undefined {
  const end = linkEnds(record).find(({ name }) => absent.has(name))
  return end && endNotWanted(end.name)
}

/**
 * The data of a link before the run; `undefined` for a link that is made or changed.
 *
 * @param name `orders::table`
 */
export function linkView(name: string, world: LinkWorld): ValueMap | undefined {
  const link = world.links.find((one) => one.name === name)
  // The data of a link that moves to other ends is about to change.
  const found = link && linkBetween(link, world.recorded, idsIn(world))
  if (link === undefined || found === undefined || found.type !== link.type || !isWholeLink(found)) return undefined
  if (openUntil(link, world) !== undefined) return undefined
  const isAbout = world.isSelected(link.a) && world.isSelected(link.b)
  const isLeft = !isAbout && !mustLetGo(found, goingFirst(world))
  return isLeft || reasonFor(link, found, world) === undefined ? found.data : undefined
}

function wantedSteps(
  link: CheckedLink,
  found: LinkRecord | undefined,
  first: ReadonlySet<string>,
  world: LinkWorld,
): readonly LinkStep[] {
  const isAnother =
    found !== undefined && (found.type !== link.type || mustLetGo(found, first) || standsOnOthers(link, found, world))
  const current = isAnother ? undefined : found
  const old = isAnother ? [removal(found, oldKey(link.name), 'another link takes its place', world)] : []
  // If a step is missing for an end that the plan is about, the blueprint is refused anyway.
  if (![link.a, link.b].every((name) => world.steps.has(name) || isLeftThere(name, first, world))) return old
  const reason = isAnother ? undefined : current && reasonFor(link, current, world)
  const isUntouched = current !== undefined && reason === undefined
  const changes = isUntouched ? noChanges : staged(link, current, world)
  const removed = changes.removed.map((path) => ({ path, previous: (current && valueAt(current.data, path)) ?? null }))
  const made = [...changes.added, ...changes.modified, ...removed]
  const isNew = current === undefined || current.deployedAt === undefined
  const conditionUntil = openUntil(link, world)
  const unread = current && world.drift.get(current.id)?.failure
  return [
    ...old,
    {
      key: link.name,
      name: link.name,
      type: link.type,
      action: isUntouched ? 'none' : isNew ? 'create' : 'update',
      a: link.a,
      b: link.b,
      ...(current === undefined ? {} : { current }),
      changes: made,
      ...(conditionUntil === undefined ? {} : { conditionUntil }),
      ...(reason === undefined ? {} : { reason }),
      after: [link.a, link.b, ...old.map(({ key }) => key)],
      ...(unread === undefined ? {} : { blocked: asObstacle(unread) }),
    },
  ]
}

/** The value on which it depends whether both ends are wanted; `undefined` if that is decided. */
function openUntil({ a, b }: CheckedLink, { steps }: LinkWorld): string | undefined {
  return steps.get(a)?.wish?.conditionUntil ?? steps.get(b)?.wish?.conditionUntil
}

/**
 * Ids of the resources that are destroyed before their successors are made, and of resources outside the plan that go with them. Links to these are
 * undone first, whatever names the ends have by now.
 */
function goingFirst({ steps, beside }: LinkWorld): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const step of steps.values()) {
    if (step.current === undefined || !goesFirst(step)) continue
    ids.add(step.current.id)
    if (beside.length > 0) for (const { id } of goneWith(step.current, beside)) ids.add(id)
  }
  return ids
}

function goesFirst({ action, destroyFirst }: PlanStep): boolean {
  return action === 'replace' && destroyFirst === true
}

function mustLetGo(link: LinkRecord | undefined, first: ReadonlySet<string>): boolean {
  return link !== undefined && allLinkEnds(link).some(({ resourceId }) => first.has(resourceId))
}

/**
 * True for a link that has changed a resource which is no longer one of its ends, but stays under another name. If the resource were destroyed, the
 * change would go with it. Because the resource stays, the link is undone as a whole.
 */
function standsOnOthers({ a, b }: CheckedLink, found: LinkRecord, { record, isWanted }: LinkWorld): boolean {
  const ends = new Set([record(a)?.id, record(b)?.id])
  return allLinkEnds(found).some(({ resourceId }) => !ends.has(resourceId) && isWanted(resourceId))
}

/** True for a resource that the plan is not about, but which a link can have as an end. */
function isLeftThere(name: string, first: ReadonlySet<string>, { isSelected, record }: LinkWorld): boolean {
  const found = record(name)
  // A resource that the plan leaves out keeps its former name for now, so no link can be made to the new name yet.
  return !isSelected(name) && found?.name === name && existenceOf(found) === 'there' && !first.has(found.id)
}

/** The reason why a recorded link is made again or changed; `undefined` if neither the link nor its ends have changed. */
function reasonFor(link: CheckedLink, current: LinkRecord, world: LinkWorld): string | undefined {
  const unfinished = unfinishedLink(current)
  if (unfinished !== undefined) return unfinished
  for (const end of ['a', 'b'] as const) {
    const step = world.steps.get(link[end])
    if (step?.action === 'replace' || step?.action === 'create') return `${link[end]} is created again`
    if (step?.current?.id !== current[end].resourceId) return `${link[end]} is a different resource now`
    if (step.action === 'update') return `${link[end]} changes`
  }
  const { pluginVersion } = world.providers.byNamespace.get(link.namespace) ?? current
  if (pluginVersion !== current.pluginVersion) return 'its plugin has another version'
  return world.drift.get(current.id)?.reason ?? (current.name === link.name ? undefined : `was ${current.name}`)
}

const noChanges: LinkChanges = { modified: [], added: [], removed: [], unchanged: [], knownOnDeploy: [] }

/** The changes that the provider announces; no changes until the provider has been asked. */
function staged(link: CheckedLink, current: LinkRecord | undefined, world: LinkWorld): LinkChanges {
  const [a, b] = [linked(link.a, world), linked(link.b, world)]
  if (a === undefined || b === undefined) return noChanges
  const question: LinkQuestion = {
    kind: 'link',
    name: link.name,
    request: {
      type: link.type,
      linkId: current?.id ?? '',
      linkName: `${bareName(link.a)}::${bareName(link.b)}`,
      instanceId: world.instanceId,
      instanceName: world.instance,
      a,
      b,
      changes: { a: changesOf(link.a, world), b: changesOf(link.b, world) },
      ...(current === undefined ? {} : { current: currentLink(current) }),
    },
  }
  const known = world.answers.to(question)
  if (known === undefined) world.questions.ask(question)
  return known ?? noChanges
}

function linked(name: string, { steps, instanceId, configuration }: LinkWorld): LinkedResource | undefined {
  const step = steps.get(name)
  if (step === undefined) return undefined
  const { type, wish: { spec: desired = valueMap(), metadata } = {}, current, action } = step
  const isAnother = action === 'create' || action === 'replace'
  return {
    type,
    resourceId: isAnother ? '' : (current?.id ?? ''),
    resourceName: bareName(name),
    instanceId,
    spec: merged(isAnother ? undefined : current, desired),
    ...optional('metadata', metadata),
    ...(isAnother || current === undefined ? {} : { current: currentResource(current) }),
    ...optional('configuration', configuration(name)),
  }
}

/** Adds the computed values of the record, which the wanted spec does not have. */
function merged(current: ResourceRecord | undefined, desired: ValueMap): ValueMap {
  return current === undefined ? desired : { ...current.spec, ...desired }
}

function changesOf(name: string, { steps, providers }: LinkWorld): ResourceChanges {
  const step = steps.get(name)
  const schema = step && providers.type(step.type)?.schema
  if (step === undefined || schema === undefined) return noResourceChanges
  return resourceChanges(schema, step.changes, step.action === 'replace')
}

/** Steps that undo recorded links which are no longer wanted. */
export function goneSteps(
  record: LinkRecord,
  world: Pick<LinkWorld, 'isSelected' | 'providers'>,
  reason = isWholeLink(record) ? notInBlueprint : 'left unfinished',
): readonly LinkStep[] {
  if (!linkEnds(record).some(({ name }) => world.isSelected(name))) return []
  return [removal(record, record.name, reason, world)]
}

function removal(
  record: LinkRecord,
  key: string,
  reason: string,
  { providers }: Pick<LinkWorld, 'providers'>,
): LinkStep {
  const { name, type, a, b, data } = record
  const blocked = {
    code: 'engine/no-provider',
    message: `the link ${name} cannot be removed: ${noProviderFor(type)}`,
    hint: installHint(record, providers),
  }
  return {
    key,
    name,
    type,
    action: 'delete',
    a: a.name,
    b: b.name,
    current: record,
    changes: Object.keys(data).map((path) => ({ path, previous: data[path] ?? null })),
    reason,
    after: [],
    ...(providers.link(type) === undefined ? { blocked } : {}),
  }
}
