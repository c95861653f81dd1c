import {
  equalValues,
  Failure,
  messageOf,
  revealed,
  secret,
  statusAfter,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { keptName, type OpenSecret, structFromJson } from '@slipway/protocol/pulumi'
import type { InstanceRecord, ResourceRecord, StateChange } from '@slipway/stores'
import { badImport, type Deployment, type PulumiResource } from './deployment.ts'
import { nameIn } from './deployment-shape.ts'

export interface FromOptions {
  readonly instance: string
  readonly now: number
  readonly newId: () => string
  readonly open: OpenSecret
}

/** The records of a state of Pulumi: its resources, what is pending, and the outputs of the stack as exports. */
export function fromDeployment(deployment: Deployment, options: FromOptions): readonly StateChange[] {
  const { instance: name, now, newId, open } = options
  const { resources = [], pending_operations: pending = [] } = deployment
  const stack = resources.find(({ type }) => type === 'pulumi:pulumi:Stack')
  const about = { id: newId(), name, version: 1, status: 'deployed', createdAt: now, updatedAt: now } as const
  const instance: InstanceRecord = { ...about, exports: valuesOf(stack?.urn ?? '', stack?.outputs ?? {}, open) }
  const reader = new Reader(deployment, options)
  const made = resources.filter(isManaged).map((resource) => reader.record(resource))
  const creating = pending.filter(({ type, resource }) => type === 'creating' && isManaged(resource))
  const doubtful = creating.map(({ resource }) => reader.doubtful(resource))
  return [
    { kind: 'instance', instance },
    ...[...made, ...doubtful].map((resource): StateChange => ({ kind: 'resource', resource })),
  ]
}

/** Components are made of others, and providers are settings here. */
function isManaged({ custom, type }: PulumiResource): boolean {
  return custom && !type.startsWith('pulumi:')
}

class Reader {
  readonly #options: FromOptions
  readonly #versions: ReadonlyMap<string, string>
  /** By URN: of several of one name the one that is not about to go. */
  readonly #known = new Map<string, ResourceRecord>()
  readonly #names = new Set<string>()
  /** Of many of one name each takes up the counting where the last one has left it. */
  readonly #counts = new Map<string, number>()

  constructor({ resources = [] }: Deployment, options: FromOptions) {
    this.#options = options
    this.#versions = new Map(
      resources.flatMap(({ urn, id = '', type, inputs }) => {
        const version = inputs?.['version']
        return type.startsWith('pulumi:providers:') && typeof version === 'string' ? [[`${urn}::${id}`, version]] : []
      }),
    )
  }

  record(resource: PulumiResource): ResourceRecord {
    const { urn, type, id = '', initErrors = [], delete: isOld = false, retainOnDelete = false } = resource
    const { now, newId } = this.#options
    const needed = (resource.dependencies ?? []).flatMap((each) => this.#known.get(each) ?? [])
    const record: ResourceRecord = {
      id: newId(),
      name: isOld ? (this.#known.get(urn)?.name ?? this.#nameOf(urn)) : this.#nameOf(urn),
      type,
      pluginId: `pulumi/${type.split(':')[0]}`,
      pluginVersion: this.#versions.get(resource.provider ?? '') ?? '',
      status: statusAfter('create', initErrors.length > 0 ? 'failed' : 'done'),
      spec: this.#specOf(resource, id),
      dependsOn: needed.map((each) => each.name),
      reads: needed.map((each) => each.id),
      removalPolicy: retainOnDelete ? 'retain' : 'delete',
      replaced: isOld,
      failureReasons: initErrors,
      createdAt: timeOf(resource.created) ?? now,
      updatedAt: timeOf(resource.modified) ?? now,
      deployedAt: timeOf(resource.modified) ?? now,
    }
    if (!isOld) this.#known.set(urn, record)
    return record
  }

  /** A create of which Pulumi does not know what it has made. */
  doubtful(resource: PulumiResource): ResourceRecord {
    const { deployedAt: _, ...record } = this.record(resource)
    return { ...record, status: statusAfter('create', 'cut'), doubtSince: this.#options.now }
  }

  /** What its plugin has checked and answered goes back to it as it was. */
  #specOf({ urn, inputs = {}, outputs = {} }: PulumiResource, id: string): ValueMap {
    const { open } = this.#options
    const given = valuesOf(urn, inputs, open)
    const answered = valuesOf(urn, outputs, open)
    const spec = valueMap(visible(answered).filter(([name]) => name !== 'id'))
    for (const [name, value] of visible(given)) spec[name] = value
    if (id !== '') spec['id'] = id
    const others = Object.entries(answered).filter(
      ([name, value]) => name !== 'id' && !equalValues(spec[name] ?? null, value),
    )
    const kept = valueMap([
      ['inputs', given],
      ['outputs', valueMap(others)],
    ])
    spec[keptName] = secret(revealed(kept))
    return spec
  }

  /** Names are unique here whatever their types. */
  #nameOf(urn: string): string {
    const name = nameIn(urn).replaceAll(/[^\w-]/g, '-')
    let free = name
    let count = this.#counts.get(name) ?? 1
    while (this.#names.has(free)) free = `${name}-${++count}`
    this.#counts.set(name, count)
    this.#names.add(free)
    return free
  }
}

/** @throws Failure `state/bad-import` for what cannot be a value, as something within secrets within secrets */
function valuesOf(urn: string, json: Readonly<Record<string, unknown>>, open: OpenSecret): ValueMap {
  try {
    return structFromJson(json, open)
  } catch (error) {
    throw error instanceof Failure ? error : badImport([`${urn}: ${messageOf(error)}`])
  }
}

function visible(map: ValueMap): (readonly [string, Value])[] {
  return Object.entries(map).filter(([name, value]) => !name.startsWith('__') && value !== null)
}

function timeOf(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? undefined : time
}
