import { createHash } from 'node:crypto'
import { isMap, isPart, namespaceOf, revealed, type Value, type ValueMap, valueMap } from '@slipway/model'
import {
  initErrorsName,
  keptName,
  notedNames,
  programToJson,
  pulumiVersion,
  readFirstName,
  structToJson,
  viewsName,
} from '@slipway/protocol/pulumi'
import { packageOfProvider } from '@slipway/programs'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import type { Deployment, PulumiResource } from './deployment.ts'
import { isAnything, withPending } from './pending.ts'
import { type NamedConfiguration, namedConfiguration } from './named-configuration.ts'
import { WrittenExtensions } from './extensions.ts'
import { type Noted, notedFields, viewResources } from './noted.ts'
import { notedIn, resourceOf } from './program-deployment.ts'
import { writeTimeouts } from './timeouts.ts'
import { type WrittenPackage, writtenPackages } from './write-packages.ts'

export interface ToOptions {
  readonly project: string
  /** Unix milliseconds. */
  readonly now: number
  /** True for a property of a type that its plugin answers and nobody gives. Left out: nothing is known of types. */
  readonly isAnswer?: IsAnswer
}

export type IsAnswer = (type: string, property: string) => boolean

export interface Written {
  readonly deployment: Deployment
  /** Names of resources that no plugin of Pulumi has made: they stay here. */
  readonly leftOut: readonly string[]
}

/** A state as `pulumi stack import` takes it. Secrets are in it in plain text. */
export function toDeployment({ instance, resources }: InstanceState, { project, now, isAnswer }: ToOptions): Written {
  const records = inOrder(resources.filter((each) => isOfPulumi(each) && isAnything(each)))
  const leftOut = resources.filter((each) => !isOfPulumi(each)).map(({ name }) => name)
  const urns = new Urns(instance.name, project)
  const stack: PulumiResource = {
    urn: urns.of('pulumi:pulumi:Stack', `${project}-${instance.name}`),
    custom: false,
    type: 'pulumi:pulumi:Stack',
    outputs: structToJson(instance.exports),
  }
  // One whose making is in doubt does not know which version has made it.
  const telling = records.toSorted((a, b) => Number(a.pluginVersion !== '') - Number(b.pluginVersion !== ''))
  const packageOf = writtenPackages(instance.configured)
  const byId = new Map(records.map((record) => [record.id, record]))
  const containers = new Map(records.flatMap((record) => (mayContain(record) ? [[record.name, record]] : [])))
  const extensions = new WrittenExtensions()
  const madeBy = (record: ResourceRecord, pkg: string): ResourceRecord | undefined =>
    record.reads.flatMap((id) => byId.get(id) ?? []).find((each) => isProviderOf(each, pkg))
  const providers = new Map(
    telling.flatMap((record) => {
      if (isPart(record) || isWhole(record) || isProvider(record)) return []
      const written = packageOf(record.type, record.pluginVersion)
      if (madeBy(record, written.pkg) !== undefined) return []
      const named = namedConfiguration(record, instance.configured)
      return [[keyOf(written.pkg, named), providerOf(written, urns, named)] as const]
    }),
  )
  // With which version of its plugin a provider was used what it has made says.
  const versions = new Map(
    telling.flatMap((record) => {
      const provider = madeBy(record, namespaceOf(record.type).slice(0, -1))
      return provider === undefined || isPart(record) ? [] : [[provider.id, record.pluginVersion] as const]
    }),
  )
  const ownProvider = (record: ResourceRecord): PulumiResource =>
    ownProviderOf(record, { urns, parent: stack.urn, version: versions.get(record.id) ?? '' })
  const resourceFor = (record: ResourceRecord): PulumiResource => {
    if (isPart(record)) return urns.inProject({ ...resourceOf(record, valueMap()), ...extensions.add(record.spec) })
    if (isProvider(record)) return ownProvider(record)
    if (isWhole(record)) return wholeOf(record, { urn: urns.of(record.type, record.name), parent: stack.urn, isAnswer })
    const { pkg, extension } = packageOf(record.type, record.pluginVersion)
    const named = namedConfiguration(record, instance.configured)
    const own = madeBy(record, pkg)
    const provider = own === undefined ? providers.get(keyOf(pkg, named)) : ownProvider(own)
    const needed = record.reads.flatMap((id) => byId.get(id) ?? [])
    const container = containers.get(record.options?.deletedWith ?? '')
    const initErrors = record.status === 'create-failed' ? { initErrors: record.failureReasons } : {}
    return {
      urn: urns.of(record.type, record.name),
      custom: true,
      id: textOf(record.spec['id']),
      type: record.type,
      ...propertiesOf(record, isAnswer),
      parent: stack.urn,
      dependencies: needed.filter((each) => each !== own).map((each) => urns.of(each.type, each.name)),
      provider: `${provider?.urn}::${provider?.id}`,
      ...extensions.add(valueMap(extension === undefined ? [] : [['extension', extension]])),
      ...saidOf(record),
      ...(container !== undefined && { deletedWith: urns.of(container.type, container.name) }),
      ...notedFields(notedBeside(record.spec)),
      ...initErrors,
      created: timeOf(record.createdAt),
      modified: timeOf(record.updatedAt),
    }
  }
  const { resources: known, ...pending } = withPending(
    records.map((record) => {
      const resource = resourceFor(record)
      return { record, resource, views: viewsOf(record, resource) }
    }),
  )
  const deployment: Deployment = {
    manifest: { time: timeOf(now), magic: sha256(pulumiVersion), version: pulumiVersion },
    resources: [stack, ...providers.values(), ...known],
    ...pending,
    ...extensions.all,
  }
  return { deployment, leftOut }
}

function viewsOf(record: ResourceRecord, resource: PulumiResource): readonly PulumiResource[] {
  if (isPart(record)) return viewResources(notedIn(record.spec), resource, programToJson)
  return viewResources(notedBeside(record.spec), resource, structToJson)
}

function notedBeside(spec: ValueMap): Noted {
  return { views: spec[viewsName], initErrors: spec[initErrorsName], isReadFirst: spec[readFirstName] }
}

/** True for a component, which has no thing of its own, and so no id. */
function isWhole({ spec }: ResourceRecord): boolean {
  return typeof spec['urn'] === 'string' && spec['id'] === undefined
}

function wholeOf(
  { type, spec, createdAt, updatedAt }: ResourceRecord,
  { urn, parent, isAnswer }: { readonly urn: string; readonly parent: string; readonly isAnswer: IsAnswer | undefined },
): PulumiResource {
  const own = valueMap(Object.entries(spec).filter(([name]) => name !== 'urn'))
  const properties = propertiesOf({ type, spec: own }, isAnswer)
  const times = { created: timeOf(createdAt), modified: timeOf(updatedAt) }
  return { urn, custom: false, type, ...properties, parent, dependencies: [], ...times }
}

/** True for a resource that configures a provider. */
function isProvider({ type }: ResourceRecord): boolean {
  return packageOfProvider(type) !== undefined
}

function isProviderOf(record: ResourceRecord, pkg: string): boolean {
  return packageOfProvider(record.type) === pkg
}

function ownProviderOf(
  record: ResourceRecord,
  { urns, parent, version }: { readonly urns: Urns; readonly parent: string; readonly version: string },
): PulumiResource {
  const { type, name, spec, createdAt, updatedAt } = record
  const said = Object.entries(spec).filter(([, value]) => value !== null)
  const settings = structToJson(valueMap([...(version === '' ? [] : [['version', version] as const]), ...said]))
  const times = { created: timeOf(createdAt), modified: timeOf(updatedAt) }
  const about = { urn: urns.of(type, name), custom: true, id: record.id, type, parent }
  return { ...about, inputs: settings, outputs: settings, ...saidOf(record), ...times }
}

/** What is said of it beside its inputs. */
function saidOf({ replaced, options, removalPolicy }: ResourceRecord): Partial<PulumiResource> {
  return {
    ...(replaced && { delete: true }),
    ...(options?.protect === true && { protect: true }),
    ...(removalPolicy === 'retain' && { retainOnDelete: true }),
    ...writeTimeouts(options),
  }
}

/** Parts of components have URNs of their own, which nothing else goes with. */
function mayContain(record: ResourceRecord): boolean {
  return !record.replaced && !isPart(record)
}

function isOfPulumi({ type }: ResourceRecord): boolean {
  return namespaceOf(type).endsWith(':')
}

function timeOf(at: number): string {
  return new Date(at).toISOString()
}

function textOf(value: Value | undefined): string {
  const text = revealed(value ?? null)
  return typeof text === 'string' ? text : ''
}

/** Also tells a change of the version by hand. */
function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

class Urns {
  readonly #prefix: string

  constructor(stack: string, project: string) {
    this.#prefix = `urn:pulumi:${stack}::${project}`
  }

  /** Parts of components have URNs of the project that plugins are told of. */
  inProject(resource: PulumiResource): PulumiResource {
    const told = `${this.#prefix.slice(0, this.#prefix.lastIndexOf('::'))}::slipway::`
    return JSON.parse(JSON.stringify(resource).replaceAll(told, `${this.#prefix}::`)) as PulumiResource
  }

  of(type: string, name: string): string {
    return `${this.#prefix}::${type}::${name}`
  }
}

function keyOf(pkg: string, named: NamedConfiguration | undefined): string {
  return named === undefined ? pkg : `${pkg} ${named.name}`
}

function providerOf(
  { pkg, version, inputs }: WrittenPackage,
  urns: Urns,
  named: NamedConfiguration | undefined,
): PulumiResource {
  const type = `pulumi:providers:${pkg}`
  const byVersion = version === '' ? 'default' : `default_${version.replaceAll('.', '_')}`
  const { name = byVersion, settings: own = {} } = named ?? {}
  const urn = urns.of(type, name)
  const digest = sha256(urn)
  const id = [8, 4, 4, 4, 12].map((length, at) => digest.slice(at * 8, at * 8 + length)).join('-')
  const settings = valueMap([...Object.entries(own), ...(version === '' ? [] : ([['version', version]] as const))])
  const given = valueMap([...Object.entries(own), ...Object.entries(inputs)])
  return { urn, custom: true, id, type, inputs: structToJson(given), outputs: structToJson(settings) }
}

/** Says of which records the inputs can be told only by who knows their types. */
export function isToldByType(record: ResourceRecord): boolean {
  if (!isOfPulumi(record) || !isAnything(record) || isPart(record) || isProvider(record)) return false
  return !isMap(keptIn(record.spec)['inputs'] ?? null)
}

function keptIn(spec: ValueMap): ValueMap {
  const kept: Value = revealed(spec[keptName] ?? null)
  return isMap(kept) ? kept : valueMap()
}

/** What its plugin has checked and answered, where that is known; else what the spec has. */
function propertiesOf(
  { type, spec }: Pick<ResourceRecord, 'type' | 'spec'>,
  isAnswer: IsAnswer = () => false,
): Pick<PulumiResource, 'inputs' | 'outputs'> {
  const { inputs = null, outputs = null } = keptIn(spec)
  const own = valueMap(Object.entries(spec).filter(([name]) => !notedNames.has(name)))
  const given = valueMap(Object.entries(own).filter(([name]) => name !== 'id' && !isAnswer(type, name)))
  // The id is a property only where the plugin has answered it as one, which is kept.
  const answered = valueMap([...Object.entries(own).filter(([name]) => name !== 'id'), ...(isMap(outputs) ? Object.entries(outputs) : [])])
  return { inputs: structToJson(isMap(inputs) ? marked(inputs, spec) : given), outputs: structToJson(answered) }
}

/** Inputs are kept as one secret: which of them are secrets the spec says. */
function marked(inputs: ValueMap, spec: ValueMap): ValueMap {
  return valueMap(
    Object.entries(inputs).map(([name, value]) => {
      const said = spec[name]
      return [name, said !== undefined && sameContent(said, value) ? said : value] as const
    }),
  )
}

function sameContent(said: Value, value: Value): boolean {
  return JSON.stringify(revealed(said)) === JSON.stringify(revealed(value))
}

/** A resource comes behind what it reads. */
function inOrder(records: readonly ResourceRecord[]): readonly ResourceRecord[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  const containers = new Map(records.flatMap((record) => (mayContain(record) ? [[record.name, record]] : [])))
  const sorted = new Set<ResourceRecord>()
  const open = new Set<ResourceRecord>()
  const visit = (record: ResourceRecord): void => {
    if (sorted.has(record) || open.has(record)) return
    open.add(record)
    const whole = byId.get(record.madeFor?.id ?? '')
    if (whole !== undefined) visit(whole)
    for (const id of record.reads) {
      const read = byId.get(id)
      if (read !== undefined) visit(read)
    }
    const container = containers.get(record.options?.deletedWith ?? '')
    if (container !== undefined) visit(container)
    sorted.add(record)
  }
  for (const record of records) visit(record)
  return [...sorted]
}
