import { Failure, revealed, type UpgradeRequest, type ValueMap } from '@slipway/model'
import { badInput, unexpected } from '../errors.ts'
import { toValueMap } from '../schema/to-value.ts'

/** A recorded state in the shape of an earlier version of its type: inputs and computed properties. */
export type EarlierState = { readonly [property: string]: unknown }

/** Returns a state in the shape of the next version. Called with states of real resources: it makes and changes nothing outside. */
export type Upgrade = (state: EarlierState) => object | Promise<object>

/** The version of a type's schema, and the ways from earlier ones to it. */
export interface Versioned {
  readonly type: string
  /** Whole, from 1. Default: 1. */
  readonly schemaVersion?: number
  /** Keyed by the version that each starts from: `{ 1: (state) => … }` leads from 1 to 2. No version before the last may be missing. */
  readonly upgrades?: Readonly<Record<number, Upgrade>>
}

/** @throws Failure `sdk/bad-schema-version` when it is no version, or a way to it is missing */
export function requireSoundVersion({ type, schemaVersion = 1, upgrades = {} }: Versioned): void {
  const problem = versionProblem(schemaVersion, Object.keys(upgrades).map(Number))
  if (problem === undefined) return
  throw new Failure('sdk/bad-schema-version', `the schemaVersion of ${type} is ${schemaVersion}, ${problem}`, {
    hint: 'count the versions from 1, and write an upgrade from each to the next: upgrades: { 1: (state) => … }',
  })
}

function versionProblem(version: number, from: readonly number[]): string | undefined {
  if (!Number.isInteger(version) || version < 1) return 'which is none'
  const beyond = from.find((one) => !(one >= 1 && one < version))
  if (beyond !== undefined) return `and there is an upgrade from version ${beyond}`
  if (version > 1 && from.length === 0) return 'and there is no upgrade'
  const first = Math.min(...from)
  for (let one = first; one < version; one++)
    if (!from.includes(one)) return `and there is no upgrade from version ${one}`
  return undefined
}

/**
 * Upgrades a recorded state, one version after the other, to the present shape.
 * @throws CallError BAD_INPUT for a version without a way to the present one; any error of an upgrade
 */
export async function upgraded(
  { type, schemaVersion = 1, upgrades = {} }: Versioned,
  { schemaVersion: from, spec }: Pick<UpgradeRequest, 'schemaVersion' | 'spec'>,
): Promise<ValueMap> {
  if (from > schemaVersion)
    throw badInput(
      `a ${type} of version ${from} was recorded by a newer plugin: this one knows version ${schemaVersion}`,
    )
  let state = revealed(spec) as ValueMap
  for (let version = from; version < schemaVersion; version++) {
    const upgrade = upgrades[version]
    if (upgrade === undefined) throw badInput(`this plugin no longer upgrades a ${type} of version ${version}`)
    const what = `the upgrade of a ${type} from version ${version}`
    const given: unknown = await upgrade(state)
    if (typeof given !== 'object' || given === null)
      throw unexpected(`${what} returned nothing: this is a bug in the plugin`)
    state = toValueMap(given, `what ${what} gave`)
  }
  return state
}
