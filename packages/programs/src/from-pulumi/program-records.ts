import {
  type MutableValueMap,
  namespaceOf,
  shellWord,
  statusAfter,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { type OpenSecret, programFromJson } from '@slipway/protocol/pulumi'
import type { InstanceRecord, RecordedOptions, ResourceRecord, StateChange } from '@slipway/stores'
import { builtInNamespace, packageOfProvider } from '../providers/definitions.ts'
import { componentType, parseProviderReference, parseUrn, stackType } from '../urns/urn.ts'
import { RecordNames } from '../urns/record-names.ts'
import { badImport, type Deployment, type PulumiResource } from '../deployments/deployment.ts'
import { assertNoCircle } from '../deployments/no-circle.ts'
import { readExtension } from '../deployments/extensions.ts'
import { readHookNames } from '../deployments/hook-names.ts'
import { readOptions } from '../deployments/options.ts'
import { readProviderInputs } from '../deployments/provider-inputs.ts'
import { timeOf, valuesOf } from './read-values.ts'
import { assertIdentified, assertSound } from './soundness.ts'
import { viewsByOwner } from './views-of.ts'
import { type Made, whatIsThere } from './what-is-there.ts'

export interface ProgramRecordsOptions {
  readonly project: string
  readonly stack: string
  /** Path of its `Pulumi.yaml`. */
  readonly file: string
  /** The version of Slipway. */
  readonly version: string
  /** Unix milliseconds. */
  readonly now: number
  readonly newId: () => string
  readonly open: OpenSecret
}

/**
 * Converts a Pulumi stack to records in the form that its program finds again, including components and providers.
 *
 * @throws Failure `state/bad-import`, also for a stack other than the program's
 */
export function programRecords(deployment: Deployment, options: ProgramRecordsOptions): readonly StateChange[] {
  const { resources = [] } = deployment
  for (const { urn } of resources) assertOfStack(urn, options)
  assertSound(resources)
  assertIdentified(deployment)
  const reader = new Reader(deployment, options)
  const { made, doubtful } = whatIsThere(deployment)
  const records = [...made.map((each) => reader.made(each)), ...doubtful.map((each) => reader.doubtful(each))]
  const whole = records.map((record) => reader.withReads(record))
  assertNoCircle(whole, badImport)
  const all = whole.map((resource): StateChange => ({ kind: 'resource', resource }))
  return [{ kind: 'instance', instance: instanceOf(deployment, options) }, ...all]
}

/** Converts one resource to the form of a record. @throws */
export function readResource(resource: PulumiResource, open: OpenSecret): Pick<ResourceRecord, 'type' | 'spec'> {
  const nothing = { project: '', stack: '', file: '', version: '', now: 0, newId: () => '' }
  const manifest = { time: '', magic: '', version: '' }
  const { type, spec } = new Reader({ manifest, resources: [resource] }, { ...nothing, open }).made({ resource })
  return { type, spec }
}

function instanceOf({ resources = [] }: Deployment, options: ProgramRecordsOptions): InstanceRecord {
  const { project, stack, file, now, newId, open } = options
  const { urn = '', outputs = {} } = resources.find(({ type }) => type === stackType) ?? {}
  return {
    id: newId(),
    name: `${project}/${stack}`,
    version: 1,
    status: 'deployed',
    blueprintFile: file,
    exports: valuesOf(urn, outputs, { read: programFromJson, open }),
    createdAt: now,
    updatedAt: now,
  }
}

function assertOfStack(urn: string, { project, stack }: ProgramRecordsOptions): void {
  const parts = parseUrn(urn)
  if (parts === undefined) throw badImport([`${urn.slice(0, 500)} is not a URN`])
  if (parts.project === project && parts.stack === stack) return
  const problem = `it belongs to the stack ${parts.stack} of the project ${parts.project}, not of ${project}/${stack}`
  if (parts.project !== project)
    throw badImport([problem], `import the state in the folder with the Pulumi.yaml of ${parts.project}`)
  const rename = `slipway stack rename ${shellWord(parts.stack)} ${shellWord(stack)}`
  throw badImport([problem], `import the state without another --stack; if that is its new name, run ${rename}`)
}

class Reader {
  readonly #options: ProgramRecordsOptions
  readonly #deployment: Deployment
  readonly #names = new RecordNames(undefined)
  readonly #views: ReturnType<typeof viewsByOwner>
  /** Records by URN, without those pending destruction. */
  readonly #byUrn = new Map<string, ResourceRecord>()
  /** Providers by `urn::id`, so that a resource keeps a provider that is pending destruction. */
  readonly #byReference = new Map<string, ResourceRecord>()
  readonly #needs = new Map<ResourceRecord, PulumiResource>()

  constructor(deployment: Deployment, options: ProgramRecordsOptions) {
    this.#options = options
    this.#deployment = deployment
    this.#views = viewsByOwner(deployment.resources ?? [], { read: programFromJson, open: options.open })
  }

  made({ resource, cut }: Made): ResourceRecord {
    const { urn, id = '', delete: isOld = false, initErrors = [] } = resource
    const record: ResourceRecord = {
      ...this.#record(resource),
      status:
        cut === undefined ? statusAfter('create', initErrors.length > 0 ? 'failed' : 'done') : statusAfter(cut, 'cut'),
      replaced: isOld,
      failureReasons: initErrors,
      deployedAt: timeOf(resource.modified) ?? this.#options.now,
    }
    if (!isOld) this.#byUrn.set(urn, record)
    this.#byReference.set(`${urn}::${id}`, record)
    this.#needs.set(record, resource)
    return record
  }

  /** The record of a create with an unknown result. If its URN already has a resource, it is the create of the successor. */
  doubtful(resource: PulumiResource): ResourceRecord {
    const replaced = this.#byUrn.has(resource.urn)
    const status = statusAfter('create', 'cut')
    const { now: doubtSince } = this.#options
    const record: ResourceRecord = { ...this.#record(resource), status, replaced, failureReasons: [], doubtSince }
    if (!replaced) this.#byUrn.set(resource.urn, record)
    this.#needs.set(record, resource)
    return record
  }

  /** Adds references to other records, in a second pass, because a resource may come before one that it needs. */
  withReads(record: ResourceRecord): ResourceRecord {
    const {
      urn = '',
      parent,
      provider,
      dependencies,
      propertyDependencies,
      deletedWith,
      protect,
    } = this.#needs.get(record) ?? {}
    const urns = [parent, ...(dependencies ?? []), ...Object.values(propertyDependencies ?? {}).flat()]
    const needed = [
      this.#byReference.get(provider ?? '') ?? this.#byUrn.get(parseProviderReference(provider ?? '')?.urn ?? ''),
      ...urns.map((each) => this.#byUrn.get(each ?? '')),
    ].filter((each) => each !== undefined && each.spec['urn'] !== urn)
    const unique = [...new Set(needed)].filter((each) => each !== undefined)
    const goesWith = this.#byUrn.get(deletedWith ?? '')?.name
    const options: RecordedOptions = {
      ...(protect === true && { protect }),
      ...(goesWith !== undefined && { deletedWith: goesWith }),
    }
    return {
      ...record,
      dependsOn: unique.map(({ name }) => name),
      reads: unique.map(({ id }) => id),
      ...(Object.keys(options).length > 0 && { options }),
    }
  }

  #record(resource: PulumiResource): Omit<ResourceRecord, 'status' | 'replaced' | 'failureReasons'> {
    const { urn, type, custom, external = false, retainOnDelete = false } = resource
    const { now, newId, version } = this.#options
    const isBuiltIn = !custom || type.startsWith(builtInNamespace)
    return {
      id: newId(),
      name: this.#names.of(urn),
      type: custom || type === stackType ? type : componentType,
      pluginId: isBuiltIn ? 'slipway/programs' : `pulumi/${namespaceOf(type).replace(/:$/, '')}`,
      pluginVersion: isBuiltIn ? version : '',
      spec: this.#specOf(resource),
      dependsOn: [],
      reads: [],
      removalPolicy: retainOnDelete || external ? 'retain' : 'delete',
      createdAt: timeOf(resource.created) ?? now,
      updatedAt: timeOf(resource.modified) ?? now,
    }
  }

  #specOf(resource: PulumiResource): ValueMap {
    const { urn, type, custom, id = '', parent, provider, dependencies, external, replacementTrigger } = resource
    const { initErrors = [], refreshBeforeUpdate = false } = resource
    const read = (json: Readonly<Record<string, unknown>> | undefined): ValueMap =>
      valuesOf(urn, json ?? {}, { read: programFromJson, open: this.#options.open })
    const pkg = packageOfProvider(type)
    const given = read(resource.inputs)
    const { inputs, package: how } =
      pkg === undefined ? { inputs: given, package: undefined } : readProviderInputs(given, pkg)
    const spec: MutableValueMap = valueMap([
      ['urn', urn],
      ['inputs', inputs],
    ])
    const put = (name: string, value: Value | undefined): void => {
      if (value !== undefined) spec[name] = value
    }
    const properties = Object.entries(resource.propertyDependencies ?? {}).filter(([, urns]) => (urns ?? []).length > 0)
    put('parent', parent || undefined)
    put('provider', provider || undefined)
    put('dependencies', dependencies != null && dependencies.length > 0 ? dependencies : undefined)
    put('propertyDependencies', properties.length > 0 ? valueMap(properties) : undefined)
    put('trigger', replacementTrigger == null ? undefined : read({ trigger: replacementTrigger })['trigger'])
    put('external', external === true ? true : undefined)
    put('package', how)
    put('extension', readExtension(resource, this.#deployment))
    put('options', readOptions(resource))
    put('hooks', readHookNames(resource.resourceHooks))
    put('views', this.#views.get(urn))
    if (initErrors.length > 0) put('initErrors', initErrors)
    if (refreshBeforeUpdate) put('isReadFirst', refreshBeforeUpdate)
    const isThere = id !== ''
    put('id', isThere ? id : undefined)
    if (custom && isThere) spec['checked'] = inputs
    if (isThere || !custom) spec['outputs'] = read(resource.outputs)
    return spec
  }
}
