import type { ComputedValues, DeployRequest, DiffRequest } from '@slipway/model'
import type { OfResource } from './call.ts'

/** The future of a composed resource, as far as its provider can say. */
export interface Composed {
  readonly computed: ComputedValues
  /** Names of its parts to which something has to be done. */
  readonly changed: readonly string[]
}

/** Asks a provider which parts a composed resource would have. Nothing is done. */
export type AskComposed = (request: OfResource<DiffRequest> | OfResource<DeployRequest>) => Promise<Composed>

/** For when there are no composed types. */
export const nobodyComposes: AskComposed = ({ type }) =>
  Promise.reject(new TypeError(`${type} is made of others, and nobody can ask for these`))
