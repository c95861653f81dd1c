import { bareMap, secret, statusAfter, type Value, type ValueMap, valueMap } from '@slipway/model'
import { type Kept, keptOf, withKept } from '@slipway/protocol/terraform/kept'
import type { InstanceRecord, RecordedOptions, ResourceRecord, StateChange } from '@slipway/stores'
import { assertNoCircle } from '../deployments/no-circle.ts'
import { addressText, readProvider } from '../terraform-states/addresses.ts'
import { valueOfJson } from '../terraform-states/exact-json.ts'
import {
  badState,
  builtInSource,
  type FormerAddress,
  providerOf,
  type RestOfState,
  type StateInstance,
  type StateResource,
  type TerraformState,
} from '../terraform-states/terraform-state.ts'
import { specOf } from './attributes.ts'
import { Dependencies } from './dependencies.ts'
import { NamesOfState, namingRule } from './record-names.ts'
import { ProviderKeys, type NamedProvider } from './provider-keys.ts'

export interface StateRecordsOptions {
  readonly instance: string
  /** Unix milliseconds. */
  readonly now: number
  readonly newId: () => string
  /** Returns true for the name of an attribute that sounds like a secret. Used for states that do not mark sensitive values. */
  readonly soundsSecret: (name: string) => boolean
  /** The providers that the project names. */
  readonly named: readonly NamedProvider[]
}

interface TakenState {
  readonly changes: readonly StateChange[]
  /** Sentences for the user. */
  readonly told: readonly string[]
}

/**
 * Converts a state of Terraform to records.
 *
 * @throws Failure `state/bad-import`
 */
export function stateRecords(state: TerraformState, options: StateRecordsOptions): TakenState {
  const resources = state.resources ?? []
  const managed = resources.filter(isTaken)
  const keys = new ProviderKeys(options.named)
  const reader = new Reader(managed, keys, options)
  const made = managed.flatMap((resource) => resource.instances.map((instance) => reader.record(resource, instance)))
  const records = withOrders(made.map((record) => reader.withReads(record)))
  assertNoCircle(records, badState)
  const rest = resources.filter((resource) => !isTaken(resource))
  const changes: StateChange[] = records.map((resource) => ({ kind: 'resource', resource }))
  const told = [
    ...(records.length > 0 ? [`names: ${namingRule}`] : []),
    ...reader.names.odd.map(([address, name]) => `${address} is now ${name}`),
    ...keys.told(),
    ...rest.filter(({ mode }) => mode === 'managed').map(ofTerraformItself),
  ]
  const instance = instanceOf(state, { resources: rest, addresses: reader.addresses }, options)
  return { changes: [{ kind: 'instance', instance }, ...changes], told }
}

/**
 * Records the option `create-first` for a resource that is made before its predecessor is destroyed. A resource that only follows another one in
 * this gets no option, as in a blueprint.
 */
function withOrders(records: readonly ResourceRecord[]): readonly ResourceRecord[] {
  const followed = new Set(records.filter(isFirst).flatMap(({ reads }) => reads))
  return records.map((record) =>
    isFirst(record) && !followed.has(record.id) ? Object.assign({}, record, { options: createFirst }) : record,
  )
}

function isFirst({ spec }: ResourceRecord): boolean {
  return keptOf(spec).createBeforeDestroy === true
}

const createFirst: RecordedOptions = { replaceOrder: 'create-first' }

/**
 * Whether a resource is taken over. Data sources are read again, and resources that Terraform keeps only in the state have no provider. An export
 * writes both back.
 */
function isTaken(resource: StateResource): boolean {
  const provider = providerOf(resource, resource.instances[0])
  return resource.mode === 'managed' && readProvider(provider)?.source !== builtInSource
}

function ofTerraformItself(resource: StateResource): string {
  return `${addressText({ ...resource })} is not imported: only Terraform itself has ${resource.type}, and nothing outside belongs to it. An export writes it back`
}

function instanceOf(
  { outputs, serial, lineage, terraform_version: version, check_results }: TerraformState,
  kept: Pick<RestOfState, 'resources' | 'addresses'>,
  { instance, now, newId }: StateRecordsOptions,
): InstanceRecord {
  const exports = Object.entries(outputs ?? {}).map(([name, { value, sensitive }]): readonly [string, Value] => {
    const plain = valueOfJson(value)
    return [name, sensitive === true && plain !== null ? secret(plain) : plain]
  })
  return {
    id: newId(),
    name: instance,
    version: 1,
    status: 'deployed',
    exports: valueMap(exports),
    terraform: valueMap([
      ['lineage', lineage],
      ['serial', serial],
      ['version', version ?? ''],
      ['at', 1],
      ['rest', secret(JSON.stringify({ ...kept, outputs: outputs ?? {}, check_results: check_results ?? null }))],
    ]),
    createdAt: now,
    updatedAt: now,
  }
}

interface MadeRecord {
  readonly record: ResourceRecord
  readonly resource: StateResource
  readonly needs: readonly string[]
}

class Reader {
  readonly names: NamesOfState
  /** By name. */
  readonly addresses = bareMap<FormerAddress>()
  readonly #keys: ProviderKeys
  readonly #options: StateRecordsOptions
  readonly #isSecret: (name: string) => boolean
  readonly #dependencies: Dependencies<ResourceRecord>

  constructor(resources: readonly StateResource[], keys: ProviderKeys, options: StateRecordsOptions) {
    this.names = new NamesOfState(resources)
    this.#keys = keys
    this.#options = options
    this.#dependencies = new Dependencies(resources)
    const isMarked = resources.some(({ instances }) =>
      instances.some(({ sensitive_attributes: paths }) => (paths ?? []).length > 0),
    )
    this.#isSecret = isMarked ? () => false : options.soundsSecret
  }

  record(resource: StateResource, instance: StateInstance): MadeRecord {
    const { now, newId } = this.#options
    const address = addressText({ ...resource, key: instance.index_key })
    const { key, source, descriptor } = this.#keys.of(providerOf(resource, instance), address)
    const isTainted = instance.status === 'tainted'
    const record: ResourceRecord = {
      id: newId(),
      name: this.names.of(address, resource, instance),
      type: `${key}/${resource.type}`,
      pluginId: source,
      pluginVersion: '',
      pluginDescriptor: descriptor,
      status: statusAfter('create', isTainted ? 'failed' : 'done'),
      spec: withKept(specOf(instance, this.#isSecret), keptIn(resource, instance, address)),
      ...(instance.schema_version > 0 && { schemaVersion: instance.schema_version + 1 }),
      dependsOn: [],
      reads: [],
      removalPolicy: instance.skip_destroy === true ? 'retain' : 'delete',
      replaced: instance.deposed !== undefined,
      failureReasons: isTainted ? ['the state has it as tainted: the next up replaces it'] : [],
      createdAt: now,
      updatedAt: now,
      deployedAt: now,
    }
    if (!record.replaced) {
      this.#dependencies.add(resource, record)
      this.addresses[record.name] = { address, provider: providerOf(resource, instance) }
    }
    return { record, resource, needs: [...(instance.dependencies ?? []), ...(instance.depends_on ?? [])] }
  }

  /** Adds references to other records, in a second pass, because a state sorts its resources by name. */
  withReads({ record, resource, needs }: MadeRecord): ResourceRecord {
    if (needs.length === 0) return record
    const needed = this.#dependencies.of(resource, needs).filter(({ id }) => id !== record.id)
    return {
      ...record,
      dependsOn: [...new Set(needed.map(({ name }) => name))],
      reads: [...new Set(needed.map(({ id }) => id))],
    }
  }
}

function keptIn(resource: StateResource, instance: StateInstance, address: string): Kept {
  const { attributes, private: bytes, identity } = instance
  const { identity_schema_version: identityVersion, dependencies, depends_on: dependsOn, deposed } = instance
  const { sensitive_attributes: sensitive, create_before_destroy, skip_destroy } = instance
  const origin: ValueMap = valueMap([
    ['address', address],
    ['provider', providerOf(resource, instance)],
    ...(deposed === undefined ? [] : [['deposed', deposed] as const]),
    ...(dependencies == null ? [] : [['dependencies', dependencies] as const]),
    ...(dependsOn == null ? [] : [['dependsOn', dependsOn] as const]),
    ...(sensitive == null ? [] : [['sensitive', JSON.stringify(sensitive)] as const]),
    ...(skip_destroy === undefined ? [] : [['skipDestroy', skip_destroy] as const]),
  ])
  return {
    state: secret(textsOf(attributes)),
    ...(bytes != null && bytes !== '' && { private: secret(bytes) }),
    ...(identity != null && { identity: valueOfJson(identity) }),
    ...(identityVersion !== undefined && { identityVersion }),
    ...(instance.status === 'tainted' && { tainted: true }),
    ...(create_before_destroy === true && { createBeforeDestroy: true }),
    origin,
  }
}

/** Returns the JSON text of a map of JSON texts, by name of the attribute. */
function textsOf(attributes: StateInstance['attributes']): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, JSON.stringify(value)])),
  )
}
