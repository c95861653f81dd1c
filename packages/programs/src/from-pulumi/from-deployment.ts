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
 * The records of a state of Pulumi for a blueprint: its resources, what is pending, and the outputs of the stack as exports.
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

/** Components are made of others, default providers are settings here, and what was only read is somebody else's. */
function isManaged({ custom, type, external = false, viewOf = '' }: PulumiResource): boolean {
  return custom && !external && viewOf === '' && !type.startsWith('pulumi:')
}

/** One that the engine has not made by itself: its own are called so, and stand below nothing. */
function isOwnProvider({ urn, type, parent, external = false }: PulumiResource): boolean {
  const isDefault = /^default(_|$)/.test(nameIn(urn)) && (parent ?? '') === ''
  return type.startsWith('pulumi:providers:') && !external && !isDefault
}

/** The resources it made must be destroyed with the old settings, which nothing in a blueprint can say. */
function replacedProvider(urn: string): Failure {
  return new Failure('state/bad-import', `the provider ${nameIn(urn)} was replaced, and the old one still exists`, {
    hint: 'first let Pulumi destroy what it replaced (pulumi up), then export again',
  })
}

/** Of a blueprint, with room for a number behind it. */
const longestName = 190

class Reader {
  readonly #options: FromOptions
  readonly #reading: ReadingOfValues
  readonly #views: ReturnType<typeof viewsByOwner>
  readonly #versions: ReadonlyMap<string, string>
  /** By URN: of several of one name the one that is not about to go. */
  readonly #known = new Map<string, ResourceRecord>()
  /** Providers that the program made, as resources name them: `urn::id`. */
  readonly #providers = new Map<string, ResourceRecord>()
  readonly #names = new Set<string>()
  /** Of many of one name each takes up the counting where the last one has left it. */
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

  /** Its record, where there is to be one. */
  managed(made: Made): readonly ResourceRecord[] {
    const { resource } = made
    if (isManaged(resource)) return [this.record(made)]
    if (!isOwnProvider(resource)) return []
    if (resource.delete === true) throw replacedProvider(resource.urn)
    return [this.#configuring(resource)]
  }

  /** A provider that the program has made: a blueprint may have it as a resource, too. */
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

  /** A create of which Pulumi does not know what it has made: where there is one of its URN, of its successor. */
  doubtful(resource: PulumiResource): ResourceRecord {
    const replaced = this.#known.has(resource.urn)
    const { deployedAt: _, ...record } = this.record({ resource: { ...resource, delete: replaced } })
    return { ...record, status: statusAfter('create', 'cut'), doubtSince: this.#options.now }
  }

  /** They count until a blueprint says otherwise. */
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

  /** The values that its plugin has checked and answered go back to the plugin unchanged. */
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

  /** Names are unique here whatever their types, and such that a blueprint can have them. */
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
