import { containsSecret, type PropertySchema } from '@slipway/model'
import type { Providers } from '../../providers/providers.ts'
import { isDeployed, type Plan } from './plan.ts'

/** Whether something that a plan deploys has a secret, or may be given one by its provider: then a secret may have to be recorded. */
export function needsKey({ steps }: Pick<Plan, 'steps'>, providers: Pick<Providers, 'type'>): boolean {
  const deployed = steps.filter(isDeployed)
  const types = new Set(deployed.map(({ type }) => type))
  return (
    [...types].some((type) => computesSecret(providers.type(type)?.schema)) ||
    deployed.some(({ wish }) => wish?.spec !== undefined && containsSecret(wish.spec))
  )
}

/** A given value that is sensitive is a secret already. */
function computesSecret(schema: PropertySchema | undefined, isInComputed = false): boolean {
  if (schema === undefined) return false
  const { computed = false, computedWhenOmitted = false, sensitive = false } = schema
  const isComputed = isInComputed || computed || computedWhenOmitted
  if (sensitive && isComputed) return true
  const { attributes = {}, items, mapValues, oneOf = [] } = schema
  return [...Object.values(attributes), items, mapValues, ...oneOf].some((part) => computesSecret(part, isComputed))
}
