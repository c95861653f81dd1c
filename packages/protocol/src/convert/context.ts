import type { ProviderContext } from '@slipway/model'

import type { Init } from '../codec/message.ts'
import type { ProviderContext as WireContext } from '../gen/sharedtypesv1.ts'
import { scalarsFromWire, scalarsToWire } from './scalar.ts'

export function contextToWire(context: ProviderContext): Init<WireContext> {
  return {
    providerConfigVariables: scalarsToWire(context.config),
    contextVariables: scalarsToWire(context.variables),
  }
}

export function contextFromWire(context: WireContext | undefined): ProviderContext {
  return {
    config: scalarsFromWire(context?.providerConfigVariables ?? {}),
    variables: scalarsFromWire(context?.contextVariables ?? {}),
  }
}
