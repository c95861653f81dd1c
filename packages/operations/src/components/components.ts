import { type CheckedBlueprint, type Compose, type GatherRequest, type Plan, type Providers } from '@slipway/engine'
import { PlannedCompositions } from '@slipway/engine/run'
import type { Provider, ProviderDefinition, ValueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

/** Components of plugins in blueprints, and their parts. The code is loaded only where there are any. */
export interface Components {
  /** Of types of parts. */
  define(types: readonly string[]): ProviderDefinition
  /** Of all parts. */
  provider(): Provider
  /** The definitions of types, with those of parts, also of types that are asked for late. */
  withLateTypes(known: Providers): Providers
  /** Takes the providers of recorded parts: what they have made is changed and destroyed as they were configured. */
  knowRecorded(records: readonly ResourceRecord[]): void
  readonly compose: Compose
  /**
   * Calls a method of a component. `undefined`: it is no such method.
   *
   * @param name as expressions have it
   * @param tokens of all functions of the plugin
   */
  call(name: string, tokens: readonly string[], given: ValueMap): Promise<ValueMap | undefined>
}

/** True for what has something that is made of others. */
export function isComposed(blueprint: CheckedBlueprint | undefined): boolean {
  return blueprint?.resources.values().some(({ definition }) => definition.isComposed === true) === true
}

/** The questions that gathering asks for a plan, and the effect of the answers on it. */
interface Composing {
  readonly asking: Pick<GatherRequest, 'composing' | 'withLateTypes'>
  readonly joined: (plan: Plan) => Plan
}

/** For a plan that shows, too, of which others something is made. */
export function composing(
  components: Components,
  { blueprint, signal: stop, ports, parallelism, deadlines, options: { replace = [] } }: GatherRequest,
): Composing {
  const limits = { ...(parallelism && { parallelism }), ...(deadlines && { deadlines }), ...(stop && { stop }) }
  const compositions = new PlannedCompositions(components.compose, { ports, replace, ...limits })
  const withLateTypes = components.withLateTypes.bind(components)
  const asking = { composing: compositions.asking, withLateTypes }
  return { asking, joined: (plan) => compositions.joined(plan, blueprint) }
}

/** For any other plan. */
export const asItIs: Composing = { asking: {}, joined: (plan) => plan }
