import {
  type CheckedResource,
  type How,
  replacedTogetherWith,
  type ResourceOptions,
  triggeredBy,
} from '@slipway/engine'
import {
  equalValues,
  Failure,
  isList,
  messageOf,
  type MutableValueMap,
  shellWord,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import type { ResourceRecord, StateChange } from '@slipway/stores'
import { namesForPeople } from '../../urns/names-for-people.ts'
import { builtInNamespace, definitionOf, recordedResource } from '../../providers/definitions.ts'
import { type Extension, recordOfExtension } from '../../providers/extension.ts'
import { optionsRecorded } from '../../providers/recorded-options.ts'
import { noWish, type ResourceWish } from '../../providers/resource-wish.ts'
import { endedWell, RecordNames } from '../../urns/record-names.ts'
import { parseProviderReference } from '../../urns/urn.ts'
import { AliasClaims } from './alias-claims.ts'
import { BrokenOff } from './broken-off.ts'
import type { Deployment, Registered } from '../deployment.ts'
import { RecordsBefore } from './records-before.ts'
import { UnderWay } from './under-way.ts'

/** A resource as requested by a service of the program. */
export interface WantedResource {
  readonly urn: string
  readonly type: string
  readonly inputs: ValueMap
  readonly parent?: string | undefined
  /** `urn::id` */
  readonly provider?: string | undefined
  /** URNs as given by the program. */
  readonly dependencies?: readonly string[]
  readonly propertyDependencies?: ValueMap
  /** URNs that it may be recorded under. */
  readonly formerUrns?: readonly string[]
  readonly wish?: ResourceWish
  /** True: forget it, do not destroy it, when the program no longer asks for it. */
  readonly isKept?: boolean
  readonly isProtected?: boolean
  /** True: it is only read, not made here. */
  readonly isExternal?: boolean
  readonly found?: CheckedResource['found'] | undefined
  /** URN of its container. */
  readonly deletedWith?: string | undefined
  /** A value whose every change forces a new resource. */
  readonly trigger?: Value | undefined
  /** URNs of resources whose replacement also replaces this one. */
  readonly replaceWith?: readonly string[]
  /** Its earlier recorded URNs. */
  readonly former?: readonly string[]
  /** For a provider: the package that its plugin should serve, in recorded form. */
  readonly package?: ValueMap | undefined
  /** The parameters for its plugin, which must precede a resource of that package. */
  readonly extension?: Extension | undefined
}

const origin = { start: 0, end: 0 }

/** Turns the program's requests into goals of the engine. */
export class Goals {
  readonly broken = new BrokenOff()
  readonly underWay = new UnderWay()
  before: RecordsBefore
  readonly claims: AliasClaims
  /** Names of unavailable resources after which the program continued. */
  readonly failed: string[] = []
  readonly #deployment: Deployment
  readonly #names: RecordNames
  readonly #registered = new Map<string, Registered>()
  /** Earlier recorded URNs, by present URN. */
  readonly #former = new Map<string, string>()
  /** URNs of resources that this run has replaced. */
  readonly #replaced = new Set<string>()

  /** The resources from before the run, after rewrites by the program's functions. */
  #records: readonly ResourceRecord[]

  constructor(deployment: Deployment) {
    this.#deployment = deployment
    this.#records = deployment.state?.resources ?? []
    this.before = new RecordsBefore(deployment.state)
    this.#names = new RecordNames(deployment.state)
    this.claims = new AliasClaims(this.#names)
  }

  /** A resource that the program has asked for before. */
  registered(urn: string): Registered | undefined {
    return this.#registered.get(urn)
  }

  /**
   * Registers a resource without a request.
   *
   * @param former URNs that it may have had. Its actual former URN is the one with recorded children
   */
  note(resource: Registered, former: readonly string[] = []): void {
    const { urn } = resource
    this.#registered.set(urn, resource)
    if (former.length === 0) return
    const parents = new Set(this.#deployment.state?.resources.map(({ spec }) => spec['parent']))
    const before = former.find((each) => parents.has(each))
    if (before !== undefined) this.#former.set(urn, before)
  }

  /** The URN of a resource's record before this run, if different. */
  formerUrn(urn: string): string | undefined {
    return this.#former.get(urn)
  }

  /** Requests a resource from the engine. Breaks off everything if it is unavailable. */
  async want(wanted: WantedResource): Promise<Registered> {
    const had = await this.underWay.until(() => this.#had(wanted))
    if (typeof had !== 'string') return had
    this.broken.breakOff(`${had} could not be made or read`)
    return await this.broken.unless(() => Promise.reject(new TypeError('it is broken off')))
  }

  /** The resource, or its name if it is unavailable. */
  async #had(wanted: WantedResource): Promise<Registered | string> {
    const { urn, type, formerUrns = [], wish = noWish } = wanted
    const { catalog, want, dryRun } = this.#deployment
    if (this.#names.asked(urn) !== undefined)
      throw new TypeError(`Duplicate resource URN '${urn}'; try giving it a unique name`)
    const recordedAs = this.#names.recorded([urn, ...formerUrns])
    this.claims.claim(urn, recordedAs, formerUrns)
    if (recordedAs !== undefined && recordedAs !== urn) this.#former.set(urn, recordedAs)
    const name = this.#names.of(urn, recordedAs)
    const formerName = recordedAs === undefined ? undefined : this.#names.recordedName(recordedAs)
    const before = formerName === undefined ? undefined : this.before.named(formerName)
    // Do not import an existing resource again, unless it was only read. A failed import has left nothing behind.
    const isOwn = before !== undefined && before.spec['external'] !== true
    const isThere = isOwn && recordedResource(before.spec).id !== undefined
    const importId = isThere ? undefined : wish.importId
    const replaceBecause = this.#replaceBecause(wanted, before)
    const held = recordedAs !== undefined && !dryRun && this.#heldUntilQuiet(urn, recordedAs)
    catalog.wishes.set(urn, { ...wish, importId, replaceBecause, ...this.#movedFrom(wanted, before), ...held })
    await catalog.use(type)
    const isHopeless = this.#urnsNeeded(wanted).some((each) => this.#hasFailed(each))
    // Then leave it out: an existing resource stays as it is.
    const how = isHopeless ? 'left' : this.#how(name, wanted)
    const former = this.#formerUrns(urn, recordedAs, before)
    const found = importId === undefined ? wanted.found : ({ by: 'import', id: importId } as const)
    const sameAs = before !== undefined && isOnlyCalledOtherwise(before.type, type) ? { sameAs: before.id } : {}
    const record = await want({ ...this.#goal(name, formerName, { ...wanted, former, found }), ...sameAs }, how)
    if (isHopeless) return this.#without(urn, 'before')
    if (record === undefined && how === 'left') return this.#leftOut(urn)
    if (record === undefined && this.#deployment.continueOnError === true) {
      this.failed.push(name)
      return this.#without(urn, 'itself')
    }
    if (record === undefined) return name
    if (before !== undefined && before.id !== record.id) this.#replaced.add(urn)
    const { id = '', outputs } = recordedResource(record.spec)
    const registered = { urn, id, outputs, provider: wanted.provider }
    this.#registered.set(urn, registered)
    await catalog.wishes.recorded(urn)
    return registered
  }

  /**
   * The records of a resource and all resources below it, by URN, starting with the resource itself. Empty if none of the URNs is known.
   */
  recordedBelow(urns: readonly string[]): ReadonlyMap<string, ResourceRecord> {
    const found = new Map<string, ResourceRecord>()
    const root = this.#names.recorded(urns)
    const record = root === undefined ? undefined : this.before.at(root)
    if (root === undefined || record === undefined) return found
    const below = Map.groupBy(this.#records, ({ spec, replaced }) => (replaced ? undefined : spec['parent']))
    found.set(root, record)
    // The loop also visits entries that are added meanwhile.
    for (const [urn] of found)
      for (const child of below.get(urn) ?? []) found.set(recordedResource(child.spec).urn, child)
    return found
  }

  /** Rewrites records that the program has not requested yet. */
  async rewrite(
    make: (
      records: readonly ResourceRecord[],
      newId: () => string,
      newName: (urn: string) => string,
    ) => readonly StateChange[],
  ): Promise<void> {
    const { saying } = this.#deployment
    const changes = await saying.rewrite((newId) => make(this.#records, newId, (urn) => this.#names.unused(urn)))
    const changed = new Map(
      changes.map((change) => [idIn(change), change.kind === 'resource' ? change.resource : undefined]),
    )
    const known = new Set(this.#records.map(({ id }) => id))
    const added = [...changed.values()].filter((record) => record !== undefined && !known.has(record.id))
    const now = this.#records.map((record) => (changed.has(record.id) ? changed.get(record.id) : record))
    this.#records = [...now, ...added].filter((record) => record !== undefined)
    this.before = new RecordsBefore({ resources: this.#records })
    this.#names.renew(this.#records)
  }

  #heldUntilQuiet(urn: string, recordedAs: string): Pick<ResourceWish, 'beforeChange'> {
    return { beforeChange: (change) => this.claims.beforeChange(urn, recordedAs, change) }
  }

  /** The way to treat a request. Resources that exist only for the program are never left out, because others depend on them. */
  #how(name: string, wanted: WantedResource): How {
    const { urn, type, isExternal = false } = wanted
    const isInner = isExternal || type.startsWith(builtInNamespace)
    try {
      const how = this.#deployment.parts.how(namesForPeople(name, urn), isInner)
      const missing = how === 'left' ? undefined : this.#urnsNeeded(wanted).find((each) => this.#isLeftOut(each))
      if (missing === undefined) return how
      const other = this.#names.asked(missing) ?? missing
      throw new Failure(
        'programs/left-out',
        `${name} needs ${other}, which does not exist and which this run leaves out`,
        {
          hint: `add --target ${shellWord(other)}, or leave out --exclude`,
        },
      )
    } catch (error) {
      this.broken.breakOff(messageOf(error))
      throw error
    }
  }

  #hasFailed(urn: string): boolean {
    return this.#registered.get(urn)?.failed !== undefined
  }

  #isLeftOut(urn: string): boolean {
    return this.#registered.get(urn)?.isLeftOut === true
  }

  /** Registers a left-out resource, about which only the request is known. */
  #leftOut(urn: string): Registered {
    const registered = { urn, id: '', outputs: valueMap(), isLeftOut: true } as const
    this.#registered.set(urn, registered)
    return registered
  }

  #without(urn: string, failed: NonNullable<Registered['failed']>): Registered {
    const registered = { urn, id: '', outputs: valueMap(), failed } as const
    this.#registered.set(urn, registered)
    return registered
  }

  /** Records outputs that the program computes itself. */
  async complete(urn: string, outputs: ValueMap, computed: Parameters<Deployment['saying']['complete']>[1]) {
    const name = this.#names.asked(urn)
    const registered = this.#registered.get(urn)
    if (name === undefined || registered === undefined) return
    this.#registered.set(urn, { ...registered, outputs })
    await this.#deployment.saying.complete(name, computed)
  }

  /** URNs that the program may have used for it in the last successful run. */
  #formerUrns(urn: string, recordedAs: string | undefined, before: ResourceRecord | undefined): readonly string[] {
    const known = before?.spec['former']
    const isOpen = isList(known) && !endedWell(this.#deployment.state)
    const earlier = isOpen ? known.filter((each) => typeof each === 'string') : []
    const all = new Set([...earlier, ...(recordedAs === undefined ? [] : [recordedAs])])
    return [...all].filter((each) => each !== urn)
  }

  /** The earlier parent after a move. A renamed parent is the same one. */
  #movedFrom({ parent = '' }: WantedResource, before: ResourceRecord | undefined): Pick<ResourceWish, 'movedFrom'> {
    const movedFrom = before?.spec['parent']
    const isMoved = typeof movedFrom === 'string' && movedFrom !== parent && movedFrom !== this.formerUrn(parent)
    return isMoved ? { movedFrom } : {}
  }

  #replaceBecause(
    { trigger, replaceWith = [] }: WantedResource,
    before: ResourceRecord | undefined,
  ): readonly string[] {
    if (before === undefined) return []
    const was = before.spec['trigger']
    const isTriggered = was !== undefined && trigger !== undefined && !equalValues(was, trigger)
    const others = replaceWith
      .filter((urn) => this.#replaced.has(urn))
      .map((urn) => replacedTogetherWith(this.#names.asked(urn) ?? urn))
    return [...(isTriggered ? [triggeredBy] : []), ...others]
  }

  #goal(name: string, formerName: string | undefined, wanted: WantedResource): CheckedResource {
    const { type, isKept = false, isProtected = false, deletedWith, found } = wanted
    const goesWith = deletedWith === undefined ? undefined : this.#names.asked(deletedWith)
    const isRenamed = formerName !== undefined && formerName !== name
    const options: ResourceOptions = {
      protect: isProtected,
      ...(!isProtected && this.#deployment.component === undefined && { liftsProtection: true }),
      ...(goesWith !== undefined && { deletedWith: goesWith }),
      ...(isRenamed && { aliases: [formerName] }),
    }
    return {
      name,
      type,
      definition: definitionOf(type),
      spec: { kind: 'literal', value: specOf(wanted), origin },
      labels: {},
      metadata: {},
      dependsOn: this.#neededBy(wanted),
      removalPolicy: isKept ? 'retain' : 'delete',
      options,
      ...(found !== undefined && { found }),
      origin,
    }
  }

  /** Names of resources that must exist before it and go after it, including its parent and its provider. */
  #neededBy(wanted: WantedResource): readonly string[] {
    const urns = this.#urnsNeeded(wanted).filter((urn) => !this.#isLeftOut(urn) && !this.#hasFailed(urn))
    return [...new Set(urns.flatMap((urn) => this.#names.asked(urn) ?? []))]
  }

  #urnsNeeded(wanted: WantedResource): readonly string[] {
    const { urn, parent, provider, dependencies = [], propertyDependencies = {} } = wanted
    const ofProperties = Object.values(propertyDependencies).flat()
    const providerUrn = provider === undefined ? undefined : parseProviderReference(provider)?.urn
    return [parent, providerUrn, ...dependencies, ...ofProperties].flatMap((each) =>
      typeof each === 'string' && each !== urn && this.#registered.has(each) ? [each] : [],
    )
  }
}

function idIn(change: StateChange): string | undefined {
  if (change.kind === 'resource') return change.resource.id
  return change.kind === 'forget' ? change.resourceId : undefined
}

/** True for two different plugin types. A resource found by an alias changes its type, and its plugin decides what that requires. */
function isOnlyCalledOtherwise(before: string, now: string): boolean {
  return before !== now && ![before, now].some((type) => type.startsWith(builtInNamespace))
}

function specOf(wanted: WantedResource): ValueMap {
  const { urn, parent, provider, inputs, dependencies, propertyDependencies, trigger } = wanted
  const spec: MutableValueMap = valueMap([
    ['urn', urn],
    ['inputs', inputs],
  ])
  if (parent !== undefined) spec['parent'] = parent
  if (provider !== undefined) spec['provider'] = provider
  if (dependencies !== undefined && dependencies.length > 0) spec['dependencies'] = dependencies
  if (propertyDependencies !== undefined) spec['propertyDependencies'] = propertyDependencies
  if (trigger !== undefined) spec['trigger'] = trigger
  const { wish = noWish, isProtected = false, isKept = false, isExternal = false, deletedWith } = wanted
  const said = { wish, isProtected, isKept: isKept && !isExternal, deletedWith }
  const options = optionsRecorded({
    ...said,
    replaceWith: wanted.replaceWith ?? [],
    formerUrns: wanted.formerUrns ?? [],
  })
  if (options !== undefined) spec['options'] = options
  if (isExternal) spec['external'] = true
  if (wanted.former !== undefined && wanted.former.length > 0) spec['former'] = wanted.former
  if (wanted.package !== undefined) spec['package'] = wanted.package
  if (wanted.extension !== undefined) spec['extension'] = recordOfExtension(wanted.extension)
  const hooks = Object.entries(wish.hooks)
  if (hooks.length > 0) spec['hooks'] = valueMap(hooks)
  return spec
}
