import { isMap, type PolicyConfig, type Value, type ValueMap, valueMap } from '@slipway/model'
import type { Init } from '../../wire/codec/message.ts'
import { structFromWire, structToWire } from '../convert/struct.ts'
import { type AnalyzerInfo, EnforcementLevel, type PolicyConfig as WireConfig } from '../gen/analyzer.ts'
import { schemaProblems } from './json-schema.ts'

const levels = {
  advisory: EnforcementLevel.ADVISORY,
  mandatory: EnforcementLevel.MANDATORY,
  disabled: EnforcementLevel.DISABLED,
  remediate: EnforcementLevel.REMEDIATE,
} as const

interface Wanted {
  level: EnforcementLevel
  properties: ValueMap
}

/** The level of each policy of a pack, and problems with the settings, as sentences. */
export interface WantedPolicies {
  readonly byPolicy: Readonly<Record<string, Init<WireConfig>>>
  readonly remediates: boolean
  readonly problems: readonly string[]
}

/**
 * Returns the settings of a pack. The user's settings take precedence over the pack's own defaults, and these over the defaults of its
 * policies.
 */
export function wantedPolicies(
  { policies, initialConfig }: Pick<AnalyzerInfo, 'policies' | 'initialConfig'>,
  given: PolicyConfig | undefined = {},
): WantedPolicies {
  const wanted = new Map<string, Wanted>(
    policies.map(({ name, enforcementLevel: level, configSchema }) => [
      name,
      { level, properties: defaultsIn(structFromWire(configSchema?.properties)) },
    ]),
  )
  const { all } = initialConfig
  if (all !== undefined) for (const each of wanted.values()) each.level = all.enforcementLevel
  for (const [name, { enforcementLevel, properties }] of Object.entries(initialConfig))
    overlay(wanted.get(name), enforcementLevel, structFromWire(properties))
  const forAll = given['all']?.enforcement
  if (forAll !== undefined) for (const each of wanted.values()) each.level = levels[forAll]
  for (const [name, { enforcement, properties }] of Object.entries(given))
    overlay(wanted.get(name), enforcement && levels[enforcement], properties)
  const strange = Object.keys(given).filter((name) => name !== 'all' && !wanted.has(name))
  const names = [...wanted.keys()].join(', ')
  return {
    byPolicy: Object.fromEntries(
      Array.from(wanted, ([name, { level: enforcementLevel, properties }]) => [
        name,
        { enforcementLevel, properties: structToWire(properties) },
      ]),
    ),
    remediates: [...wanted.values()].some(({ level }) => level === EnforcementLevel.REMEDIATE),
    problems: [
      ...strange.map((name) => `${name}: there is no such policy; the pack has: ${names}`),
      ...policies.flatMap(({ name, configSchema }) => {
        if (configSchema === undefined) return []
        const { properties, required } = configSchema
        const schema = valueMap([
          ['type', 'object'],
          ['properties', structFromWire(properties)],
          ['required', required],
        ])
        return schemaProblems(schema, wanted.get(name)?.properties ?? {}).map((words) => `${name}: ${words}`)
      }),
    ],
  }
}

function overlay(wanted: Wanted | undefined, level: EnforcementLevel | undefined, properties: ValueMap): void {
  if (wanted === undefined) return
  if (level !== undefined) wanted.level = level
  wanted.properties = valueMap([...Object.entries(wanted.properties), ...Object.entries(properties)])
}

function isGiven(schema: Value): schema is ValueMap {
  return isMap(schema) && schema['default'] !== undefined
}

function defaultsIn(properties: ValueMap): ValueMap {
  return valueMap(
    Object.entries(properties).flatMap(([name, schema]) =>
      isGiven(schema) ? [[name, schema['default'] ?? null]] : [],
    ),
  )
}
