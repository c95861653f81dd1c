import { type CheckedBlueprint, type Compose, type GatherRequest, type Plan, type Providers } from '@slipway/engine'
import { PlannedCompositions } from '@slipway/engine/run'
import type { Provider, ProviderDefinition, ValueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

/** Components of plugins in blueprints, and their parts. Their code is loaded only if a blueprint has some. */
export interface Components {
  /** The definition of the given types of parts. */
  define(types: readonly string[]): ProviderDefinition
  /** The provider of all parts. */
  provider(): Provider
  /** The providers together with those of parts, including types that are asked for late. */
  withLateTypes(known: Providers): Providers
  /** Registers the providers of recorded parts, whose recorded configuration is used to change and destroy them. */
  knowRecorded(records: readonly ResourceRecord[]): void
  readonly compose: Compose
  /**
   * Calls a method of a component; `undefined` if there is no such method.
   *
   * @param name the function's name in expressions
   * @param tokens the tokens of all functions of the plugin
   */
  call(name: string, tokens: readonly string[], given: ValueMap): Promise<ValueMap | undefined>
}

/** True if any resource is composed of others. */
export function isComposed(blueprint: CheckedBlueprint | undefined): boolean {
  return blueprint?.resources.values().some(({ definition }) => definition.isComposed === true) === true
}

/** The questions that gathering asks for a plan, and the effect of the answers on it. */
interface Composing {
  readonly asking: Pick<GatherRequest, 'composing' | 'withLateTypes'>
  readonly joined: (plan: Plan) => Plan
}

/** For a plan that also shows the parts of components. */
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

/** For a plan without components. */
export const asItIs: Composing = { asking: {}, joined: (plan) => plan }
