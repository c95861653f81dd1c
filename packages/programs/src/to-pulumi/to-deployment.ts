import { createHash } from 'node:crypto'
import { isMap, isPart, namespaceOf, revealed, type Value, type ValueMap, valueMap } from '@slipway/model'
import {
  initErrorsName,
  programToJson,
  pulumiVersion,
  readFirstName,
  structToJson,
  viewsName,
} from '@slipway/protocol/pulumi'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import { packageOfProvider } from '../providers/definitions.ts'
import type { Deployment, PulumiResource } from '../deployments/deployment.ts'
import { WrittenExtensions } from '../deployments/extensions.ts'
import { type Noted, notedFields, viewResources } from './noted.ts'
import { isThere } from './pending.ts'
import { notedIn, resourceOf } from './program-deployment.ts'
import { type IsAnswer, keptIn, propertiesOf } from './properties-of.ts'
import { ProviderResources } from './provider-resources.ts'
import { snapshotOf } from './snapshot.ts'
import { writeTimeouts } from '../deployments/timeouts.ts'
import { Urns } from '../deployments/urns-of.ts'

export interface ToOptions {
  readonly project: string
  /** Unix milliseconds. */
  readonly now: number
  /** Absent: nothing is known about types. */
  readonly isAnswer?: IsAnswer
}

export interface Written {
  readonly deployment: Deployment
  /** Names of resources that no Pulumi plugin made. They stay in Slipway. */
  readonly leftOut: readonly string[]
}

/** A state in the format of `pulumi stack import`, with secrets in plain text. */
export function toDeployment({ instance, resources }: InstanceState, { project, now, isAnswer }: ToOptions): Written {
  const records = resources.filter((each) => isOfPulumi(each) && isThere(each))
  const leftOut = resources.filter((each) => !isOfPulumi(each)).map(({ name }) => name)
  const urns = new Urns(instance.name, project)
  const stack: PulumiResource = {
    urn: urns.of('pulumi:pulumi:Stack', `${project}-${instance.name}`),
    custom: false,
    type: 'pulumi:pulumi:Stack',
    outputs: structToJson(instance.exports),
  }
  const providers = new ProviderResources(records, { urns, configured: instance.configured, isMade })
  const writer = new Writer(records, { urns, stack: stack.urn, providers, isAnswer })
  const written = records.map((record) => {
    const resource = writer.write(record)
    return { record, resource, views: viewsOf(record, resource) }
  })
  const deployment: Deployment = {
    manifest: { time: timeOf(now), magic: sha256(pulumiVersion), version: pulumiVersion },
    ...snapshotOf(written, [stack, ...providers.fromSettings]),
    ...writer.extensions.all,
  }
  return { deployment, leftOut }
}

interface Surroundings {
  readonly urns: Urns
  /** URN of the stack. */
  readonly stack: string
  readonly providers: ProviderResources
  readonly isAnswer: IsAnswer | undefined
}

class Writer {
  readonly extensions = new WrittenExtensions()
  readonly #about: Surroundings
  readonly #byId: ReadonlyMap<string, ResourceRecord>
  /** Possible containers by name. */
  readonly #containers: ReadonlyMap<string, ResourceRecord>

  constructor(records: readonly ResourceRecord[], about: Surroundings) {
    this.#about = about
    this.#byId = new Map(records.map((record) => [record.id, record]))
    this.#containers = new Map(records.filter(mayContain).map((record) => [record.name, record]))
  }

  write(record: ResourceRecord): PulumiResource {
    const { urns } = this.#about
    if (isPart(record))
      return urns.inProject({ ...resourceOf(record, valueMap()), ...this.extensions.add(record.spec) })
    if (isProvider(record)) return this.#ownProvider(record)
    return isWhole(record) ? this.#whole(record) : this.#made(record)
  }

  #made(record: ResourceRecord): PulumiResource {
    const { urns, stack, providers, isAnswer } = this.#about
    const { pkg, extension } = providers.packageOf(record)
    const own = providers.ownOf(record, pkg)
    const provider = own === undefined ? providers.fromSettingsFor(record, pkg) : this.#ownProvider(own)
    const needed = record.reads.flatMap((id) => this.#byId.get(id) ?? []).filter((each) => each !== own)
    const container = this.#containers.get(record.options?.deletedWith ?? '')
    return {
      urn: urns.of(record.type, record.name),
      custom: true,
      id: textOf(record.spec['id']),
      type: record.type,
      ...propertiesOf(record, isAnswer),
      parent: stack,
      dependencies: needed.map((each) => urns.of(each.type, each.name)),
      provider: `${provider?.urn}::${provider?.id}`,
      ...this.extensions.add(valueMap(extension === undefined ? [] : [['extension', extension]])),
      ...saidOf(record),
      ...(container !== undefined && { deletedWith: urns.of(container.type, container.name) }),
      // The provider's own reasons, if any, take precedence.
      ...(record.status === 'create-failed' && { initErrors: record.failureReasons }),
      ...notedFields(notedBeside(record.spec)),
      ...timesOf(record),
    }
  }

  #whole({ type, name, spec, ...record }: ResourceRecord): PulumiResource {
    const { urns, stack, isAnswer } = this.#about
    const own = valueMap(Object.entries(spec).filter(([property]) => property !== 'urn'))
    const about = { urn: urns.of(type, name), custom: false, type, parent: stack, dependencies: [] }
    return { ...about, ...propertiesOf({ type, spec: own }, isAnswer), ...timesOf(record) }
  }

  #ownProvider(record: ResourceRecord): PulumiResource {
    const { urns, stack, providers } = this.#about
    const { type, name, spec } = record
    const version = providers.versionOf(record)
    const said = Object.entries(spec).filter(([, value]) => value !== null)
    const settings = structToJson(valueMap([...(version === '' ? [] : [['version', version] as const]), ...said]))
    const about = { urn: urns.of(type, name), custom: true, id: record.id, type, parent: stack }
    return { ...about, inputs: settings, outputs: settings, ...saidOf(record), ...timesOf(record) }
  }
}

function viewsOf(record: ResourceRecord, resource: PulumiResource): readonly PulumiResource[] {
  if (isPart(record)) return viewResources(notedIn(record.spec), resource, programToJson)
  return viewResources(notedBeside(record.spec), resource, structToJson)
}

function notedBeside(spec: ValueMap): Noted {
  return { views: spec[viewsName], initErrors: spec[initErrorsName], isReadFirst: spec[readFirstName] }
}

/** True for a resource that a provider makes. */
function isMade(record: ResourceRecord): boolean {
  return !isPart(record) && !isWhole(record) && !isProvider(record)
}

/** True for a component, which has no thing and therefore no id. */
function isWhole({ spec }: ResourceRecord): boolean {
  return typeof spec['urn'] === 'string' && spec['id'] === undefined
}

/** True for a resource that configures a provider. */
function isProvider({ type }: ResourceRecord): boolean {
  return packageOfProvider(type) !== undefined
}

/** The options of a resource. */
function saidOf({ replaced, options, removalPolicy }: ResourceRecord): Partial<PulumiResource> {
  return {
    ...(replaced && { delete: true }),
    ...(options?.protect === true && { protect: true }),
    ...(removalPolicy === 'retain' && { retainOnDelete: true }),
    ...writeTimeouts(options),
  }
}

/** True for a possible container. Parts of components are none. */
function mayContain(record: ResourceRecord): boolean {
  return !record.replaced && !isPart(record)
}

function isOfPulumi({ type }: ResourceRecord): boolean {
  return namespaceOf(type).endsWith(':')
}

function timesOf({ createdAt, updatedAt }: Pick<ResourceRecord, 'createdAt' | 'updatedAt'>): Partial<PulumiResource> {
  return { created: timeOf(createdAt), modified: timeOf(updatedAt) }
}

function timeOf(at: number): string {
  return new Date(at).toISOString()
}

function textOf(value: Value | undefined): string {
  const text = revealed(value ?? null)
  return typeof text === 'string' ? text : ''
}

/** The manifest's checksum, which also reveals a manual change of the version. */
function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** True for a record whose inputs can be identified only with its type. */
export function isToldByType(record: ResourceRecord): boolean {
  if (!isOfPulumi(record) || !isThere(record) || isPart(record) || isProvider(record)) return false
  return !isMap(keptIn(record.spec)['inputs'] ?? null)
}
