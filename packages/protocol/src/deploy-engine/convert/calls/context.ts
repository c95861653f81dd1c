import type { LinkContext, ProviderContext, Scalar } from '@slipway/model'

import { encodedOnce, type Init } from '../../../wire/codec/message.ts'
import type { LinkContext as WireLinkContext } from '../../gen/providerserverv1.ts'
import { type BlueprintParams, ProviderContext as WireContext } from '../../gen/sharedtypesv1.ts'
import type { TransformerContext } from '../../gen/transformerserverv1.ts'
import { scalarsFromWire, scalarsToWire } from '../values/scalar.ts'

interface Sent {
  readonly context: ProviderContext
  readonly wire: Init<WireContext>
}

/** The last converted context, by its variables. All calls to a provider carry the same context, and it makes up most of their size. */
const sent = new WeakMap<ProviderContext['variables'], Sent>()

export function contextToWire(context: ProviderContext): Init<WireContext> {
  const { config, variables, tagging } = context
  const last = sent.get(variables)
  if (last?.context.config === config && last.context.tagging === tagging) return last.wire
  const wire = encodedOnce(WireContext, contextMessage(context))
  sent.set(variables, { context, wire })
  return wire
}

function contextMessage({ config, variables, tagging }: ProviderContext): Init<WireContext> {
  return {
    providerConfigVariables: scalarsToWire(config),
    contextVariables: scalarsToWire(variables),
    ...(tagging !== undefined && {
      taggingConfig: {
        prefix: tagging.prefix,
        deployEngineVersion: tagging.engineVersion,
        providerPluginId: tagging.pluginId,
        providerPluginVersion: tagging.pluginVersion,
        enabled: true,
      },
    }),
  }
}

export function contextFromWire(context: WireContext | undefined): ProviderContext {
  return {
    config: scalarsFromWire(context?.providerConfigVariables ?? {}),
    variables: scalarsFromWire(context?.contextVariables ?? {}),
  }
}

export function transformerContextToWire(context: ProviderContext): Init<TransformerContext> {
  return {
    transformerConfigVariables: scalarsToWire(context.config),
    contextVariables: scalarsToWire(context.variables),
  }
}

export function transformerContextFromWire(context: TransformerContext | undefined): ProviderContext {
  return {
    config: scalarsFromWire(context?.transformerConfigVariables ?? {}),
    variables: scalarsFromWire(context?.contextVariables ?? {}),
  }
}

/**
 * Converts a provider's settings. Calls of functions have a place for the settings of many providers, told apart by their namespaces:
 * `aws::region`.
 */
export function blueprintParamsToWire(context: ProviderContext, namespace: string): Init<BlueprintParams> {
  const named = Object.entries(context.config).map(([name, value]) => [`${namespace}::${name}`, value] as const)
  return {
    providerConfigVariables: scalarsToWire(Object.fromEntries(named)),
    contextVariables: scalarsToWire(context.variables),
  }
}

/** Reads the settings of one provider and ignores the settings of others. */
export function blueprintParamsFromWire(params: BlueprintParams | undefined, namespace: string): ProviderContext {
  const prefix = `${namespace}::`
  const own = Object.entries(params?.providerConfigVariables ?? {})
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => [name.slice(prefix.length), value] as const)
  return {
    config: scalarsFromWire(Object.fromEntries(own)),
    variables: scalarsFromWire(params?.contextVariables ?? {}),
  }
}

/** Converts the context of a link. A link may join two providers, so the settings of both travel, as `aws::region`. */
export function linkContextToWire({ config, variables }: LinkContext): Init<WireLinkContext> {
  const named = Object.entries(config).flatMap(([namespace, settings]) =>
    Object.entries(settings).map(([name, value]) => [`${namespace}::${name}`, value] as const),
  )
  return {
    providerConfigVariables: scalarsToWire(Object.fromEntries(named)),
    contextVariables: scalarsToWire(variables),
  }
}

export function linkContextFromWire(wire: WireLinkContext | undefined): LinkContext {
  const config: Record<string, Record<string, Scalar>> = Object.create(null)
  for (const [key, value] of Object.entries(scalarsFromWire(wire?.providerConfigVariables ?? {}))) {
    const at = key.indexOf('::')
    if (at < 0) continue
    const namespace = key.slice(0, at)
    config[namespace] ??= Object.create(null) as Record<string, Scalar>
    config[namespace][key.slice(at + 2)] = value
  }
  return { config, variables: scalarsFromWire(wire?.contextVariables ?? {}) }
}
