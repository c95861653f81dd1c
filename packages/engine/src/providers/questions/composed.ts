import type { ComputedValues, DeployRequest, DiffRequest } from '@slipway/model'
import type { OfResource } from '../call.ts'

/** The result of a change to a composed resource, as its provider predicts it. */
export interface Composed {
  readonly computed: ComputedValues
  /** The names of the resource's parts that have to change. */
  readonly changed: readonly string[]
}

/** Asks a provider for the parts that a composed resource would have. Nothing is done. */
export type AskComposed = (request: OfResource<DiffRequest> | OfResource<DeployRequest>) => Promise<Composed>

/** The `AskComposed` for a catalog without composed types. */
export const nobodyComposes: AskComposed = ({ type }) =>
  Promise.reject(new TypeError(`${type} is made of other resources, which are not available here`))
