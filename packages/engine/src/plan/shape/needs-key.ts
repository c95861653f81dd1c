import { containsSecret, type PropertySchema } from '@slipway/model'
import type { Providers } from '../../providers/providers.ts'
import { isDeployed, type Plan } from './plan.ts'

/** True if a resource that a plan deploys has a secret, or may get one from its provider, so that a secret may have to be recorded. */
export function needsKey({ steps }: Pick<Plan, 'steps'>, providers: Pick<Providers, 'type'>): boolean {
  const deployed = steps.filter(isDeployed)
  const types = new Set(deployed.map(({ type }) => type))
  return (
    [...types].some((type) => computesSecret(providers.type(type)?.schema)) ||
    deployed.some(({ wish }) => wish?.spec !== undefined && containsSecret(wish.spec))
  )
}

/** True if a provider may compute a secret. A given sensitive value is a secret already. */
function computesSecret(schema: PropertySchema | undefined, isInComputed = false): boolean {
  if (schema === undefined) return false
  const { computed = false, computedWhenOmitted = false, sensitive = false } = schema
  const isComputed = isInComputed || computed || computedWhenOmitted
  if (sensitive && isComputed) return true
  const { attributes = {}, items, mapValues, oneOf = [] } = schema
  return [...Object.values(attributes), items, mapValues, ...oneOf].some((part) => computesSecret(part, isComputed))
}
