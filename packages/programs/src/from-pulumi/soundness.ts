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
  throw badImport(problems, 'write the id of each resource, or remove resources that do not exist')
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
    viewOf === '' || owners.has(viewOf)
      ? []
      : [`${shown(urn)} is a part of ${shown(viewOf)}, which the state does not have`],
  )
}

/** Resources without their provider, which could not be changed or destroyed. */
function withoutProvider(there: readonly PulumiResource[]): readonly string[] {
  const urns = new Set(there.map(({ urn }) => urn))
  return there.flatMap(({ urn, type, custom, provider }) => {
    const isOfProvider = custom && !type.startsWith(builtInNamespace) && packageOfProvider(type) === undefined
    const named = parseProviderReference(provider ?? '')?.urn
    if (!isOfProvider || named === undefined || urns.has(named)) return []
    return [`${shown(urn)} belongs to the provider ${shown(named)}, which the state does not have`]
  })
}

function shown(urn: string): string {
  return JSON.stringify(urn.slice(0, 500))
}
