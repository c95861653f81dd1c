import type { ResourceRecord } from '@slipway/stores'
import { builtInNamespace, packageOfProvider } from '../providers/definitions.ts'
import { parseProviderReference } from '../urns/urn.ts'
import { badImport, type Deployment, type PulumiResource } from '../deployments/deployment.ts'
import { whatIsThere } from './what-is-there.ts'

/**
 * Refuses, before recording anything, a state that no Pulumi run leaves behind and that could not be destroyed.
 *
 * @throws Failure `state/bad-import`
 */
export function assertSound(resources: readonly PulumiResource[]): void {
  const there = resources.filter(({ viewOf = '' }) => viewOf === '')
  const problems = [...twice(there), ...withoutOwner(resources, there), ...withoutProvider(there)]
  if (problems.length > 0) throw badImport(problems)
}

/**
 * Refuses resources without an id: they would count as never made, be destroyed without a call, and be made again.
 *
 * @throws Failure `state/bad-import`
 */
export function assertIdentified(deployment: Deployment): void {
  const problems = whatIsThere(deployment).made.flatMap(({ resource: { urn, type, custom, id = '', external } }) =>
    !custom || external || type.startsWith(builtInNamespace) || id !== '' ? [] : [`${shown(urn)} has no id`],
  )
  if (problems.length === 0) return
  throw badImport(problems, 'write the id of each, or remove those that do not exist')
}

/** Duplicate URNs. Several resources of one URN may be pending destruction. */
function twice(there: readonly PulumiResource[]): readonly string[] {
  const urns = new Set<string>()
  return there.flatMap(({ urn, delete: isOld = false, pendingReplacement = false }) => {
    if (isOld || pendingReplacement) return []
    if (urns.has(urn)) return [`it has ${shown(urn)} twice`]
    urns.add(urn)
    return []
  })
}

/** Views without their resource. They are recorded with it and would be lost. */
function withoutOwner(resources: readonly PulumiResource[], there: readonly PulumiResource[]): readonly string[] {
  const owners = new Set(there.map(({ urn }) => urn))
  return resources.flatMap(({ urn, viewOf = '' }) =>
    viewOf === '' || owners.has(viewOf) ? [] : [`${shown(urn)} is a part of ${shown(viewOf)}, which is not in it`],
  )
}

/** Resources without their provider, which could not be changed or destroyed. */
function withoutProvider(there: readonly PulumiResource[]): readonly string[] {
  const urns = new Set(there.map(({ urn }) => urn))
  return there.flatMap(({ urn, type, custom, provider }) => {
    const isOfProvider = custom && !type.startsWith(builtInNamespace) && packageOfProvider(type) === undefined
    const named = parseProviderReference(provider ?? '')?.urn
    if (!isOfProvider || named === undefined || urns.has(named)) return []
    return [`${shown(urn)} is of the provider ${shown(named)}, which is not in it`]
  })
}

/** Refuses dependency cycles, whose resources can neither be made nor destroyed. @throws */
export function assertNoCircle(records: readonly ResourceRecord[]): void {
  const byId = new Map(records.map((record) => [record.id, record]))
  const done = new Set<string>()
  for (const start of records) {
    // The resources on the way from the start, each with its remaining dependencies: states are deeper than calls can nest.
    const way: { readonly record: ResourceRecord; readonly left: string[] }[] = []
    const onWay = new Set<string>()
    const enter = (record: ResourceRecord): void => {
      if (onWay.has(record.id))
        throw badImport([
          circleText(
            way.map((each) => each.record),
            record,
          ),
        ])
      if (done.has(record.id)) return
      onWay.add(record.id)
      way.push({ record, left: [...record.reads] })
    }
    enter(start)
    for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
      const next = byId.get(last.left.pop() ?? '')
      if (next !== undefined) enter(next)
      else if (last.left.length === 0) {
        way.pop()
        onWay.delete(last.record.id)
        done.add(last.record.id)
      }
    }
  }
}

function circleText(way: readonly ResourceRecord[], again: ResourceRecord): string {
  const names = way.slice(way.findIndex(({ id }) => id === again.id)).map(({ name }) => name)
  const [first = '', ...others] = names.length > 10 ? [...names.slice(0, 10), '…'] : names
  return `they need each other in a circle: ${[first, ...others, again.name].join(' -> ')}`
}

function shown(urn: string): string {
  return JSON.stringify(urn.slice(0, 500))
}
