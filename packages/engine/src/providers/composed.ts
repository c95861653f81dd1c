import type { ComputedValues, DeployRequest, DiffRequest } from '@slipway/model'
import type { OfResource } from './call.ts'

/** The future of a composed resource, according to its provider. */
export interface Composed {
  readonly computed: ComputedValues
  /** Names of its parts that have to change. */
  readonly changed: readonly string[]
}

/** Asks a provider for the parts that a composed resource would have. Nothing is done. */
export type AskComposed = (request: OfResource<DiffRequest> | OfResource<DeployRequest>) => Promise<Composed>

/** Used if there are no composed types. */
export const nobodyComposes: AskComposed = ({ type }) =>
  Promise.reject(new TypeError(`${type} is made of others, and nobody can ask for these`))
