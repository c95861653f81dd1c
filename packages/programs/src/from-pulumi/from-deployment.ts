import { equalValues, Failure, statusAfter, type Value, type ValueMap, valueMap } from '@slipway/model'
import {
  initErrorsName,
  keptName,
  type OpenSecret,
  readFirstName,
  structFromJson,
  viewsName,
} from '@slipway/protocol/pulumi'
import type { InstanceRecord, RecordedOptions, ResourceRecord, StateChange } from '@slipway/stores'
import type { Deployment, PulumiResource } from '../deployments/deployment.ts'
import { nameIn } from '../deployments/deployment-shape.ts'
import { readProviderInputs } from '../deployments/provider-inputs.ts'
import { readPackages, recordPackages } from './read-packages.ts'
import { type ReadingOfValues, timeOf, valuesOf } from './read-values.ts'
import { assertIdentified } from './soundness.ts'
import { readTimeouts } from '../deployments/timeouts.ts'
import { viewsByOwner } from './views-of.ts'
import { type Made, whatIsThere } from './what-is-there.ts'

export interface FromOptions {
  readonly instance: string
  readonly now: number
  readonly newId: () => string
  readonly open: OpenSecret
}

/**
 * Converts a Pulumi state to records for a blueprint: its resources, its pending operations, and the stack's outputs as exports.
 *
 * @throws Failure `state/bad-import`
 */
export function fromDeployment(deployment: Deployment, options: FromOptions): readonly StateChange[] {
  const { instance: name, now, newId, open } = options
  const { resources = [] } = deployment
  assertIdentified(deployment)
  const stack = resources.find(({ type }) => type === 'pulumi:pulumi:Stack')
  const about = { id: newId(), name, version: 1, status: 'deployed', createdAt: now, updatedAt: now } as const
  const reading = { read: structFromJson, open }
  const packages = readPackages(deployment, reading)
  const instance: InstanceRecord = {
    ...about,
    exports: valuesOf(stack?.urn ?? '', stack?.outputs ?? {}, reading),
    ...(packages.size > 0 && { configured: recordPackages(packages) }),
  }
  const reader = new Reader(deployment, options)
  const { made, doubtful } = whatIsThere(deployment)
  const records = [
    ...made.flatMap((each) => reader.managed(each)),
    ...doubtful.flatMap((each) => (isManaged(each) ? [reader.doubtful(each)] : [])),
  ]
  return [{ kind: 'instance', instance }, ...records.map((resource): StateChange => ({ kind: 'resource', resource }))]
}

/**
 * True for resources to import. Leaves out components, which consist of others, default providers, which are settings here, and resources
 * that were only read.
 */
function isManaged({ custom, type, external = false, viewOf = '' }: PulumiResource): boolean {
  return custom && !external && viewOf === '' && !type.startsWith('pulumi:')
}

/** True for a provider that the program made. The engine's own are named `default…` and have no parent. */
function isOwnProvider({ urn, type, parent, external = false }: PulumiResource): boolean {
  const isDefault = /^default(_|$)/.test(nameIn(urn)) && (parent ?? '') === ''
  return type.startsWith('pulumi:providers:') && !external && !isDefault
}

/** The failure for a replaced provider. Its resources must be destroyed with the old settings, which a blueprint cannot express. */
function replacedProvider(urn: string): Failure {
  return new Failure('state/bad-import', `the provider ${nameIn(urn)} was replaced, and the old one still exists`, {
    hint: 'first let Pulumi destroy the replaced provider (pulumi up), then export again',
  })
}

/** Maximum length of a name in a blueprint, minus room for a number. */
const longestName = 190

class Reader {
  readonly #options: FromOptions
  readonly #reading: ReadingOfValues
  readonly #views: ReturnType<typeof viewsByOwner>
  readonly #versions: ReadonlyMap<string, string>
  /** Records by URN; of several with the same URN, the one that is not pending destruction. */
  readonly #known = new Map<string, ResourceRecord>()
  /** Providers that the program made, by the reference in resources: `urn::id`. */
  readonly #providers = new Map<string, ResourceRecord>()
  readonly #names = new Set<string>()
  /** The last number used for each name, to continue counting. */
  readonly #counts = new Map<string, number>()

  constructor({ resources = [] }: Deployment, options: FromOptions) {
    this.#options = options
    this.#reading = { read: structFromJson, open: options.open }
    this.#views = viewsByOwner(resources, this.#reading)
    this.#versions = new Map(
      resources.flatMap(({ urn, id = '', type, inputs }) => {
        const version = inputs?.['version']
        return type.startsWith('pulumi:providers:') && typeof version === 'string' ? [[`${urn}::${id}`, version]] : []
      }),
    )
  }

  /** The record of a resource, if it should have one. */
  managed(made: Made): readonly ResourceRecord[] {
    const { resource } = made
    if (isManaged(resource)) return [this.record(made)]
    if (!isOwnProvider(resource)) return []
    if (resource.delete === true) throw replacedProvider(resource.urn)
    return [this.#configuring(resource)]
  }

  /** The record of a provider that the program made, which can also be a resource in a blueprint. */
  #configuring(resource: PulumiResource): ResourceRecord {
    const { urn, id = '', type, inputs = {}, created, modified, protect, retainOnDelete = false } = resource
    const { now, newId } = this.#options
    const told = readProviderInputs(valuesOf(urn, inputs, this.#reading), type.split(':').at(-1) ?? '').inputs
    const spec = valueMap(Object.entries(told).filter(([name]) => name !== 'version' && !name.startsWith('__')))
    const options: RecordedOptions = { ...(protect === true && { protect }), ...readTimeouts(resource) }
    const record: ResourceRecord = {
      id: newId(),
      name: this.#nameOf(urn),
      type,
      pluginId: 'slipway/providers',
      pluginVersion: '',
      status: statusAfter('create', 'done'),
      spec,
      dependsOn: [],
      reads: [],
      removalPolicy: retainOnDelete ? 'retain' : 'delete',
      ...(Object.keys(options).length > 0 && { options }),
      replaced: false,
      failureReasons: [],
      createdAt: timeOf(created) ?? now,
      updatedAt: timeOf(modified) ?? now,
      deployedAt: timeOf(modified) ?? now,
    }
    this.#providers.set(`${urn}::${id}`, record)
    return record
  }

  record({ resource, cut }: Made): ResourceRecord {
    const { urn, type, id = '', initErrors = [], delete: isOld = false, retainOnDelete = false } = resource
    const { now, newId } = this.#options
    const known = (resource.dependencies ?? []).flatMap((each) => this.#known.get(each) ?? [])
    const provider = this.#providers.get(resource.provider ?? '')
    const needed = provider === undefined ? known : [...known, provider]
    const record: ResourceRecord = {
      id: newId(),
      name: isOld ? (this.#known.get(urn)?.name ?? this.#nameOf(urn)) : this.#nameOf(urn),
      type,
      pluginId: `pulumi/${type.split(':')[0]}`,
      pluginVersion: this.#versions.get(resource.provider ?? '') ?? '',
      status:
        cut === undefined ? statusAfter('create', initErrors.length > 0 ? 'failed' : 'done') : statusAfter(cut, 'cut'),
      spec: this.#specOf(resource, id),
      dependsOn: needed.map((each) => each.name),
      reads: needed.map((each) => each.id),
      removalPolicy: retainOnDelete ? 'retain' : 'delete',
      replaced: isOld,
      options: this.#optionsOf(resource, provider),
      failureReasons: initErrors,
      createdAt: timeOf(resource.created) ?? now,
      updatedAt: timeOf(resource.modified) ?? now,
      deployedAt: timeOf(resource.modified) ?? now,
    }
    if (!isOld) this.#known.set(urn, record)
    return record
  }

  /** The record of a create with an unknown result. If its URN already has a resource, it is the create of the successor. */
  doubtful(resource: PulumiResource): ResourceRecord {
    const replaced = this.#known.has(resource.urn)
    const { deployedAt: _, ...record } = this.record({ resource: { ...resource, delete: replaced } })
    return { ...record, status: statusAfter('create', 'cut'), doubtSince: this.#options.now }
  }

  /** The recorded options, valid until a blueprint overrides them. */
  #optionsOf(resource: PulumiResource, provider: ResourceRecord | undefined): RecordedOptions {
    const { protect, deletedWith = '' } = resource
    const goesWith = this.#known.get(deletedWith)?.name
    return {
      ...(protect === true && { protect }),
      ...(goesWith !== undefined && { deletedWith: goesWith }),
      ...readTimeouts(resource),
      ...(provider !== undefined && { provider: `resources.${provider.name}` }),
      isOfAnyProvider: true,
    }
  }

  /** The spec of a resource. Its plugin gets the checked and answered values back unchanged. */
  #specOf(resource: PulumiResource, id: string): ValueMap {
    const { urn, inputs = {}, outputs = {}, initErrors = [], refreshBeforeUpdate = false } = resource
    const given = valuesOf(urn, inputs, this.#reading)
    const answered = valuesOf(urn, outputs, this.#reading)
    const spec = valueMap(visible(answered).filter(([name]) => name !== 'id'))
    for (const [name, value] of visible(given)) spec[name] = value
    if (id !== '') spec['id'] = id
    const others = Object.entries(answered).filter(
      ([name, value]) => name === 'id' || !equalValues(spec[name] ?? null, value),
    )
    const kept = valueMap([
      ['inputs', given],
      ['outputs', valueMap(others)],
    ])
    spec[keptName] = kept
    if (initErrors.length > 0) spec[initErrorsName] = initErrors
    if (refreshBeforeUpdate) spec[readFirstName] = true
    const views = this.#views.get(urn)
    if (views !== undefined) spec[viewsName] = views
    return spec
  }

  /** A valid and unique name for a blueprint, where names are unique regardless of type. */
  #nameOf(urn: string): string {
    const plain = nameIn(urn)
      .replaceAll(/[^\w-]/g, '-')
      .slice(0, longestName)
    const name = plain.replace(/^-/, '_').replace(/^(?=\d)/, '_')
    let free = name
    let count = this.#counts.get(name) ?? 1
    while (this.#names.has(free)) free = `${name}-${++count}`
    this.#counts.set(name, count)
    this.#names.add(free)
    return free
  }
}

function visible(map: ValueMap): (readonly [string, Value])[] {
  return Object.entries(map).filter(([name, value]) => !name.startsWith('__') && value !== null)
}
