import { inspect, isDeepStrictEqual } from 'node:util'
import { type PluginErrorCode, type ResourceTypeDefinition, valueMap, type ValueMap } from '@slipway/model'
import { expect, type Check } from '../report.ts'
import { failsWith } from './answers.ts'
import { says } from './found.ts'
import { answered, definitionOf, noIdentity, type ProviderSubject } from './provider.ts'

/** A state that an earlier version of a type has recorded, for an upgrade. */
export interface UpgradeExercise {
  readonly type: string
  /** The version of the schema by which the state was recorded. */
  readonly version: number
  readonly state: ValueMap
  /** Known properties of the upgraded state. */
  readonly expect?: ValueMap
  /** The code with which it must fail, instead. */
  readonly fails?: PluginErrorCode
}

/** Duties of a provider with types that had other schemas before. Makes nothing. */
export const upgradeChecks: readonly Check<ProviderSubject>[] = [
  {
    name: 'upgrades nothing that it does not know',
    async run(subject) {
      const types = await versioned(subject)
      for (const { type, schemaVersion = 1 } of types) {
        const later = await answered(`upgrading a ${type}`, upgrade(subject, type, schemaVersion + 1, valueMap()))
        expect(
          later !== undefined,
          `it takes a state of version ${schemaVersion + 1} of ${type}, which it does not know`,
        )
        expect(
          later.code !== 'protocol/unimplemented',
          `${type} is of version ${schemaVersion}, and there is no method that upgrades what earlier ones have recorded`,
        )
      }
      return `${types.length} types of a later version than the first`
    },
  },
]

export function upgradeCheck({ type, version, state, expect: wanted = {}, fails }: UpgradeExercise) {
  const check: Check<ProviderSubject> = {
    name: `${type}: ${fails === undefined ? 'is upgraded' : `fails with ${fails} to be upgraded`} from version ${version}`,
    async run(subject) {
      const definition = (await definitionOf(subject)).resourceTypes[type]
      expect(definition !== undefined, 'the plugin has no such resource type')
      if (fails !== undefined) return await failsWith(fails, upgrade(subject, type, version, state))
      const upgraded = await upgrade(subject, type, version, state)
      expectRecordable(upgraded, definition)
      for (const [name, value] of Object.entries(wanted))
        expect(says(upgraded[name], value), `"${name}" becomes ${inspect(upgraded[name])}, not ${inspect(value)}`)
      const again = await upgrade(subject, type, version, state)
      expect(isDeepStrictEqual(upgraded, again), 'the same state is upgraded to something else a second time')
      return `${Object.keys(upgraded).length} properties of version ${definition.schemaVersion ?? 1}`
    },
  }
  return check
}

/** Only states of earlier versions show the effect of upgrades, and only the author has them. */
export function triedUpgrades(exercises: readonly UpgradeExercise[]): Check<ProviderSubject> {
  const tried = new Set(exercises.map(({ type }) => type))
  return {
    name: 'shows that it upgrades what it has recorded',
    level: 'should',
    async run(subject) {
      const untried = (await versioned(subject)).filter(({ type }) => !tried.has(type))
      const names = untried.map(({ type }) => type).join(', ')
      expect(untried.length === 0, `give a state of an earlier version of ${names} under "upgrades" (--exercises FILE)`)
      return 'every type with a later version was tried'
    },
  }
}

async function versioned(subject: ProviderSubject): Promise<readonly ResourceTypeDefinition[]> {
  const { resourceTypes } = await definitionOf(subject)
  return Object.values(resourceTypes).filter(({ schemaVersion = 1 }) => schemaVersion > 1)
}

async function upgrade(
  { provider, context, answerMs: deadlineMs }: ProviderSubject,
  type: string,
  schemaVersion: number,
  spec: ValueMap,
): Promise<ValueMap> {
  expect(provider.upgrade !== undefined, 'it upgrades nothing')
  return await provider.upgrade({ ...noIdentity, type, schemaVersion, spec, context }, { deadlineMs })
}

/** Checks only the top, where names change most. The engine checks all of it. */
function expectRecordable(state: ValueMap, { schema }: ResourceTypeDefinition): void {
  const { attributes = {}, required = [] } = schema
  const stray = Object.keys(state).find((name) => !Object.hasOwn(attributes, name))
  expect(stray === undefined, `it gives "${stray}", which its schema does not have`)
  const missing = required.find((name) => (state[name] ?? null) === null && attributes[name]?.default === undefined)
  expect(missing === undefined, `it does not give "${missing}", which its schema requires`)
}
