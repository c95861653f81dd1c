import { createHash } from 'node:crypto'
import {
  containsSecret,
  equalValues,
  isList,
  isMap,
  revealed,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { keptOf } from '@slipway/protocol/terraform/kept'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import { type AddressParts, addressText } from '../terraform-states/addresses.ts'
import { parseExact, valueOfJson } from '../terraform-states/exact-json.ts'
import type {
  RestOfState,
  StateInstance,
  StateOutput,
  StateResource,
  TerraformState,
} from '../terraform-states/terraform-state.ts'
import { attributesOf, jsonOf, secretsIn, sensitivePaths } from './attributes-of.ts'
import { dependenciesOf } from './dependencies-of.ts'
import { Addresses, deposedKey, FormerWords, isOfTerraform, originOf, ProviderTexts } from './record-address.ts'

interface ExportedTerraform {
  readonly state: TerraformState
  /** Names of resources that a Terraform state cannot contain. */
  readonly leftOut: readonly string[]
}

/** A version of Terraform that every later one accepts, for a state that does not come from Terraform. */
const anyVersion = '1.6.0'

/** Converts records to a state of Terraform, version 4, with secrets in plain text. */
export function toTerraformState({ instance, resources }: InstanceState): ExportedTerraform {
  const taken = resources.filter((record) => isOfTerraform(record) && isThere(record))
  const leftOut = resources.filter((record) => !taken.includes(record)).map(({ name }) => name)
  const before = instance.terraform ?? valueMap()
  const rest = restOf(before)
  const state: TerraformState = {
    version: 4,
    terraform_version: textOf(before['version']) || anyVersion,
    serial: serialOf(before, instance.version),
    lineage: textOf(before['lineage']) || lineageOf(instance.id),
    outputs: outputsOf(instance.exports, rest.outputs ?? {}),
    resources: [...(rest.resources ?? []), ...resourcesOf(taken, rest.addresses)].toSorted(byPlace),
    check_results: rest.check_results ?? null,
  }
  return { state, leftOut: [...new Set(leftOut)] }
}

/**
 * True if an export shows something that is secret. The state as its provider wrote it is always sealed and does not count: only the attributes
 * that are secret do.
 */
export function hasSensitive({ instance, resources }: Pick<InstanceState, 'instance' | 'resources'>): boolean {
  const kept = restOf(instance.terraform ?? valueMap()).resources ?? []
  return (
    containsSecret(instance.exports) ||
    resources.some(({ spec }) => [...secretsIn(spec)].length > 0) ||
    kept.some(({ instances }) => instances.some(({ sensitive_attributes: paths }) => (paths ?? []).length > 0))
  )
}

/** Whether a record has a state to write: a thing that may not exist has none. */
function isThere({ deployedAt, spec, status }: ResourceRecord): boolean {
  return status !== 'destroyed' && (deployedAt !== undefined || keptOf(spec).state !== undefined)
}

function restOf(before: ValueMap): RestOfState {
  const rest = revealed(before['rest'] ?? null)
  return typeof rest === 'string' ? (parseExact(rest) as RestOfState) : {}
}

/** The serial grows with each run that has changed something since the state was taken over. */
function serialOf({ serial, at }: ValueMap, version: number): number {
  const [from, since] = [serial, at].map((each) => (typeof each === 'number' ? each : 0)) as [number, number]
  return from + Math.max(version - since, 0)
}

/** Returns a lineage in the form of a UUID, which is always the same for an instance. */
function lineageOf(id: string): string {
  const hex = createHash('sha256').update(id).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

function outputsOf(
  exports: ValueMap,
  before: Readonly<Record<string, StateOutput>>,
): Readonly<Record<string, StateOutput>> {
  return Object.fromEntries(
    Object.entries(exports).map(([name, value]): readonly [string, StateOutput] => {
      const known = Object.hasOwn(before, name) ? before[name] : undefined
      const plain = revealed(value)
      if (known !== undefined && equalValues(valueOfJson(known.value), plain)) return [name, known]
      return [name, { value: jsonOf(plain), type: typeOf(plain), ...(containsSecret(value) && { sensitive: true }) }]
    }),
  )
}

/** Returns the type of a value as a state writes it. */
function typeOf(value: Value): unknown {
  if (value === null) return 'dynamic'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number' || typeof value === 'bigint') return 'number'
  if (typeof value === 'string') return 'string'
  if (isMap(value))
    return ['object', Object.fromEntries(Object.entries(value).map(([name, each]) => [name, typeOf(each)]))]
  return ['tuple', (value as readonly Value[]).map(typeOf)]
}

function resourcesOf(
  records: readonly ResourceRecord[],
  former: RestOfState['addresses'] = {},
): readonly StateResource[] {
  const wordsOf = new FormerWords(former)
  const addresses = new Addresses(records, wordsOf)
  const providers = new ProviderTexts(records, wordsOf)
  const needs = dependenciesOf(records, addresses)
  const groups = Map.groupBy(records, (record) => {
    const { key: _, ...parts } = addresses.of(record)
    return `${addressText(parts)} ${providers.of(record).replace(instanceOfProvider, '$1')}`
  })
  const resourceOf = (group: readonly ResourceRecord[]): StateResource[] => {
    const [first] = group
    if (first === undefined) return []
    const { key: _, ...parts } = addresses.of(first)
    // OpenTofu names a provider with a key in each instance of a resource.
    const isByInstance = group.some((record) => instanceOfProvider.test(providers.of(record)))
    const instances = group.map((record) => ({
      ...instanceOf(record, addresses.of(record).key, needs(record)),
      ...(isByInstance && { provider: providers.of(record) }),
    }))
    return [
      {
        ...withModule(parts),
        ...(!isByInstance && { provider: providers.of(first) }),
        instances: instances.toSorted(byKey),
      },
    ]
  }
  return [...groups.values()].flatMap(resourceOf)
}

/** A provider with a key: `provider["registry.opentofu.org/hashicorp/local"].all["a"]`. */
const instanceOfProvider = /(provider\["[^"]+"\]\.[^.[]+)\[.+$/

function withModule({ module, mode, type, name }: AddressParts): Omit<StateResource, 'provider' | 'instances'> {
  return { ...(module !== undefined && { module }), mode, type, name }
}

function instanceOf(
  record: ResourceRecord,
  key: string | number | undefined,
  dependencies: readonly string[],
): StateInstance {
  const { spec, schemaVersion = 1, replaced } = record
  const kept = keptOf(spec)
  const origin = originOf(record)
  const bytes = textOf(revealed(kept.private ?? null))
  const identity = revealed(kept.identity ?? null)
  const dependsOn = origin['dependsOn'] ?? null
  return {
    ...(key !== undefined && { index_key: key }),
    ...((kept.tainted === true || record.status === 'create-failed') && { status: 'tainted' as const }),
    ...(replaced && { deposed: deposedKey(record) }),
    schema_version: schemaVersion - 1,
    attributes: attributesOf(spec),
    sensitive_attributes: sensitivePaths(spec, origin['sensitive']),
    ...(typeof kept.identityVersion === 'number' && { identity_schema_version: kept.identityVersion }),
    ...(isMap(identity) && { identity: jsonOf(identity) as Readonly<Record<string, unknown>> }),
    ...(bytes !== '' && { private: bytes }),
    ...(dependencies.length > 0 && { dependencies }),
    ...(isList(dependsOn) && { depends_on: dependsOn.filter((each) => typeof each === 'string') }),
    ...(kept.createBeforeDestroy === true && { create_before_destroy: true }),
    ...(typeof origin['skipDestroy'] === 'boolean' && { skip_destroy: origin['skipDestroy'] }),
  }
}

function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? value : ''
}

function byPlace(a: StateResource, b: StateResource): number {
  const [left, right] = [a, b].map(({ module = '', mode, type, name }) => [module, mode, type, name].join('\n'))
  return (left ?? '') < (right ?? '') ? -1 : 1
}

function byKey({ index_key: a = '' }: StateInstance, { index_key: b = '' }: StateInstance): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a) < String(b) ? -1 : 1
}
