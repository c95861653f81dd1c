import type { ComputedValues, DeployRequest, DiffRequest } from '@slipway/model'
import type { OfResource } from './call.ts'

/** What will become of a resource that is made of others, as far as its provider can say. */
export interface Composed {
  readonly computed: ComputedValues
  /** Names of those of its parts to which something has to be done. */
  readonly changed: readonly string[]
}

/** Has its provider say of which others a resource would be made. Nothing is done. */
export type AskComposed = (request: OfResource<DiffRequest> | OfResource<DeployRequest>) => Promise<Composed>

/** Where no type is made of others. */
export const nobodyComposes: AskComposed = ({ type }) =>
  Promise.reject(new TypeError(`${type} is made of others, and nobody can ask for these`))
