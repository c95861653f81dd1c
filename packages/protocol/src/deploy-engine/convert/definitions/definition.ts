import type {
  ConfigDefinition,
  ConfigFieldDefinition,
  ResourceTypeDefinition,
  RetryPolicy,
  Settlement,
} from '@slipway/model'

import type { Init } from '../../../wire/codec/message.ts'
import type { RetryPolicy as WireRetryPolicy } from '../../gen/providerserverv1.ts'
import type {
  ConfigDefinition as WireConfigDefinition,
  ConfigFieldDefinition as WireConfigField,
} from '../../gen/sharedtypesv1.ts'
import { present } from '../present.ts'
import { scalarFromWire, scalarToWire, scalarTypeFromWire, scalarTypeToWire } from '../values/scalar.ts'
import { plainWords } from '../../../plain-words.ts'

export function configFromWire(wire: WireConfigDefinition): ConfigDefinition {
  const fields: Record<string, ConfigFieldDefinition> = Object.create(null)
  for (const [name, field] of Object.entries(wire.fields)) fields[name] = configFieldFromWire(field)
  return { fields, allowAdditionalFields: wire.allowAdditionalFields }
}

function configFieldFromWire(wire: WireConfigField): ConfigFieldDefinition {
  return {
    type: scalarTypeFromWire(wire.type),
    ...present({
      label: plainWords(wire.label),
      description: plainWords(wire.description),
      allowedValues: wire.allowedValues.map(scalarFromWire),
      secret: wire.secret,
      required: wire.required,
    }),
    ...(wire.slipwayTuning && { isTuning: true as const }),
    ...(wire.defaultValue === undefined ? {} : { default: scalarFromWire(wire.defaultValue) }),
  }
}

export function configToWire(config: ConfigDefinition): Init<WireConfigDefinition> {
  const fields: Record<string, Init<WireConfigField>> = Object.create(null)
  for (const [name, field] of Object.entries(config.fields)) {
    const { type, default: defaultValue, allowedValues = [] } = field
    fields[name] = {
      ...field,
      type: scalarTypeToWire(type),
      defaultValue: defaultValue === undefined || defaultValue === null ? undefined : scalarToWire(defaultValue, type),
      slipwayTuning: field.isTuning,
      allowedValues: allowedValues.filter((value) => value !== null).map((value) => scalarToWire(value, type)),
    }
  }
  return { fields, allowAdditionalFields: config.allowAdditionalFields }
}

/** The most retries and the longest delay that the host accepts from a plugin: a run that cannot succeed must end. */
const mostRetries = 100
const longestDelayMs = 3_600_000

/**
 * Reads a retry policy. Delays travel in seconds, and a longest delay of -1 means that there is no limit. The host bounds nonsensical
 * numbers instead of refusing them. The Go SDK answers an empty policy for a provider that has none.
 */
export function retryPolicyFromWire(wire: WireRetryPolicy): RetryPolicy | undefined {
  const { maxRetries, firstRetryDelay, maxDelay, backoffFactor, jitter } = wire
  if (maxRetries === 0 && firstRetryDelay === 0 && maxDelay === 0 && backoffFactor === 0 && !jitter) return undefined
  return {
    maxRetries: Math.min(mostRetries, Math.max(0, maxRetries)),
    firstDelayMs: delayMs(firstRetryDelay),
    maxDelayMs: maxDelay < 0 ? longestDelayMs : delayMs(maxDelay),
    factor: bounded(backoffFactor),
    jitter,
  }
}

export function retryPolicyToWire(policy: RetryPolicy): Init<WireRetryPolicy> {
  return {
    maxRetries: policy.maxRetries,
    firstRetryDelay: policy.firstDelayMs / 1000,
    maxDelay: Number.isFinite(policy.maxDelayMs) ? policy.maxDelayMs / 1000 : -1,
    backoffFactor: policy.factor,
    jitter: policy.jitter,
  }
}

function delayMs(seconds: number): number {
  return Math.min(longestDelayMs, bounded(seconds) * 1000)
}

function bounded(value: number): number {
  return Number.isFinite(value) && value > 0 ? value : 0
}

/** Reads what decides about a replacement. When the text is absent or unknown, the schema decides. */
export function replacementByFromWire(text: string): ResourceTypeDefinition['replacementBy'] {
  return text === 'provider' || text === 'schema-and-provider' ? text : undefined
}

/** Reads the version of a schema; `undefined` for the first version and for invalid numbers. */
export function schemaVersionFromWire(version: number | bigint): number | undefined {
  return version > 1 && version <= mostVersions ? Number(version) : undefined
}

const mostVersions = 1_000_000

/** Reads how a call in doubt is settled. Absent and unknown texts leave the decision to the user. */
export function settlementFromWire(text: string): Settlement {
  return text === 'find' || text === 'repeatable' ? text : 'ask'
}
