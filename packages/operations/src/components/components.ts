import { type CheckedBlueprint, type Compose, type GatherRequest, type Plan, type Providers } from '@slipway/engine'
import { PlannedCompositions } from '@slipway/engine/run'
import type { Provider, ProviderDefinition, ValueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

/** The components of plugins in blueprints, and the parts of those components. Their code is loaded only if a blueprint has components. */
export interface Components {
  /** Returns the definition of the given types of parts. */
  define(types: readonly string[]): ProviderDefinition
  /** Returns the provider of all parts. */
  provider(): Provider
  /** Returns the providers together with the providers of parts, including types that are requested late. */
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

/** Returns true if any resource is composed of other resources. */
export function isComposed(blueprint: CheckedBlueprint | undefined): boolean {
  return blueprint?.resources.values().some(({ definition }) => definition.isComposed === true) === true
}

/** The requests of a plan with components, and the effect of the answers on the plan. */
interface Composing {
  readonly asking: Pick<GatherRequest, 'composing' | 'withLateTypes'>
  readonly joined: (plan: Plan) => Plan
}

/** Returns the questions for a plan that also shows the parts of components. */
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

/** The questions for a plan without components. */
export const asItIs: Composing = { asking: {}, joined: (plan) => plan }
