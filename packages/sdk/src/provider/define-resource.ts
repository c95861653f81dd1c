import type { $ZodObject, output } from 'zod/v4/core'
import {
  Failure,
  pathText,
  revealed,
  type ComputedValues,
  type DeployRequest,
  type DestroyRequest,
  type DiffRequest,
  type ExternalStateRequest,
  type IdentityRule,
  type ListedThings,
  type ListRequest,
  type PluginDiagnostic,
  type ResourceChanges,
  type ResourceDiff,
  type ResourceMetadata,
  type ResourceStatus,
  type ResourceTypeDefinition,
  type Settlement,
  type StabilisedRequest,
  type StabilisedResult,
  type UpgradeRequest,
  type ValidateResourceRequest,
  type ValueMap,
} from '@slipway/model'
import { callOf, resourceCallOf, type Call, type ResourceCall, type Surroundings } from '../calls/call.ts'
import { requireSoundIdentity, requireSoundTime } from './identity.ts'
import { requireSoundVersion, upgraded, type Upgrade } from './upgrades.ts'
import {
  specOf,
  type GivenInputs,
  type Inputs,
  type Outputs,
  type Recorded,
  type Spec,
  type SpecIssue,
} from '../schema/spec.ts'

/** Creates (`current` is undefined) or updates. */
export interface DeployCall<S extends $ZodObject, Config> extends ResourceCall<Config> {
  readonly spec: Inputs<S>
  readonly current: { readonly spec: Recorded<S>; readonly status: ResourceStatus } | undefined
  readonly changes: ResourceChanges
  readonly metadata: ResourceMetadata | undefined
}

/** About a planned change. */
export interface ReplacesCall<S extends $ZodObject, Config> extends ResourceCall<Config> {
  readonly spec: Inputs<S>
  readonly current: { readonly spec: Recorded<S>; readonly status: ResourceStatus }
}

/** About a resource that was made, or may have been. */
export interface RecordedCall<S extends $ZodObject, Config> extends ResourceCall<Config> {
  readonly spec: Recorded<S>
}

/** How things of a type can be imported. */
export interface Imports<S extends $ZodObject, Config> {
  /** The property by which a user names a thing: `name`. */
  readonly by: string
  /**
   * The thing that a user means, as `read` gives it, with all that is computed, so that `read` finds it from then on. `undefined`: there is
   * no such thing, or it is not the one that the spec describes.
   */
  find(call: RecordedCall<S, Config> & { readonly id: string }): Promise<Found<S> | undefined> | Found<S> | undefined
}

export interface ListCall<Config> extends Call<Config> {
  /** The filter, by names of the plugin's own; empty: everything. */
  readonly query: Readonly<Record<string, unknown>>
  readonly limit: number
}

/** Import ids of things, with names for readers, which may be empty. At most one more than the limit. */
export type Listed = readonly { readonly id: string; readonly name?: string }[]

/** A spec that may be incomplete: values from other resources are not known yet. */
export interface ValidateCall<S extends $ZodObject, Config> extends Call<Config> {
  readonly resourceName: string
  readonly spec: Partial<Inputs<S>>
}

/** Stable or not, and if deploying could not compute everything, the rest. */
export type Stability<S extends $ZodObject> =
  | boolean
  | { readonly stabilised: boolean; readonly computed?: Partial<Outputs<S>> }

export interface ResourceOptions<S extends $ZodObject, C extends $ZodObject> {
  /** The name with the provider's namespace: `local/file`. */
  readonly type: string
  /** A short name for readers. Default: the type. */
  readonly label?: string
  readonly description?: string
  /** Blueprint fragments, each the text of one resource. */
  readonly examples?: readonly string[]
  /** The spec: a `z.object` with markers such as `computed` and `replacing`. */
  readonly schema: S
  /** The provider's settings, when this type needs them: gives `call.config` its type. */
  readonly config?: C
  /** The property that identifies the resource to its users. */
  readonly idField?: keyof Outputs<S> & string
  /**
   * Identifies a thing of this type outside, if the blueprint contains the identification: the path of a file, the name of a bucket. Paths
   * below the spec, of scalars that are neither secret nor computed. Types with the same `scope` share their things. The engine then
   * recognises a renamed resource, never makes one thing twice, and frees a slot before it is taken.
   */
  readonly identity?: IdentityRule
  /**
   * Things of this type are on this machine, at paths that start in `variables.blueprintDir`. They stay where they were created: every
   * later call about one gets that folder, even if the blueprint is deployed from another one. A thing that is not found from elsewhere
   * does not count as missing.
   */
  readonly liesInFolder?: true
  /**
   * How a thing that is there already, made by whomever, becomes a resource of this type. Left out: a user can import it by its computed
   * `idField`, which `read` is then asked for, or not at all.
   */
  readonly imports?: Imports<S, output<C>>
  /** Everything of this type that exists outside, made by anybody. Absent: the type cannot be listed. */
  list?(call: ListCall<output<C>>): Promise<Listed> | Listed
  /** A replacement must remove the old one first: they cannot both exist, although nothing in the spec shows it. */
  readonly destroyBeforeCreate?: boolean
  /**
   * Properties that make a resource take time to become stable: about one that has none of them `stabilised` is not called, which saves
   * a call for each. Default: it is called about every resource.
   */
  readonly unstableWith?: readonly (keyof output<S> & string)[]
  /** Types that must have stabilised, not only be made, before this one starts. */
  readonly stabilisedDependencies?: readonly string[]
  /** Types that this one may link to. */
  readonly canLinkTo?: readonly string[]
  /** True when resources of it commonly link to nothing. Default: true of a type that cannot link to anything. */
  readonly isCommonTerminal?: boolean
  /**
   * How the engine settles a call in doubt. `find` promises two things: `read` finds by resource id, so it never finds a thing that another
   * resource or a hand has made; and `deploy` under the same resource id never makes a second thing. `repeatable`: `deploy` may simply run
   * again. `ask`: the engine asks the user.
   */
  readonly settlement: Settlement
  /**
   * How long after this process has gone a call may still take effect, in milliseconds; 0 when all is over with it. Once
   * that has passed, a thing that `read` does not find was not made: so `read` must find it without its computed
   * properties. Left out: nobody knows, as of most services.
   */
  readonly settlesWithinMs?: number
  /**
   * The version of the schema, a whole number from 1. Raise it whenever recorded states need another reading, for example after a property
   * got another name. Default: 1.
   */
  readonly schemaVersion?: number
  /**
   * Turns a recorded state into the next version, by the version that it starts from: `{ 1: ({ colour, ...rest }) => ({ ...rest, paper:
   * colour }) }`. The engine calls nothing else before the upgrades are done.
   */
  readonly upgrades?: Readonly<Record<number, Upgrade>>

  /**
   * Creates or changes the resource, and returns the computed properties. A property that is known only later is `computed(….optional())`
   * here and comes from `stabilised`. The engine may call it again under the same resource id with the same spec, when the outcome of the
   * first call is unknown.
   */
  deploy(call: DeployCall<S, output<C>>): Promise<Outputs<S>> | Outputs<S>
  /** Default: stable once deployed, and nobody asks. */
  stabilised?(call: RecordedCall<S, output<C>>): Promise<Stability<S>> | Stability<S>
  /**
   * The real resource; `undefined` when there is none. Changes nothing. Absent properties count as recorded; null means that there is no
   * value. If only a lost answer to `deploy` contains the thing's identification, throw `badInput`: then nobody takes the thing for
   * missing, or says `--settle NAME=exists`. Default: the resource is as recorded, once it was.
   */
  read?(call: RecordedCall<S, output<C>>): Promise<Found<S> | undefined> | Found<S> | undefined
  /** Resolves when the resource is gone, or was gone already. */
  destroy(call: RecordedCall<S, output<C>>): Promise<void> | void
  /**
   * Returns the properties that cannot change in place, in cases that `replacing` cannot express: a disk grows and does not shrink. The
   * engine asks while it plans a change, once the whole change is known. Properties marked `replacing` need not be named. Changes nothing.
   */
  replaces?(call: ReplacesCall<S, output<C>>): Replaced<S> | Promise<Replaced<S>>
  /** Checks beyond the schema, before anything is deployed. */
  validate?(call: ValidateCall<S, output<C>>): readonly PluginDiagnostic[] | Promise<readonly PluginDiagnostic[]>
}

/** Names of properties. Empty: the resource can be updated. */
export type Replaced<S extends $ZodObject> = readonly (keyof Inputs<S> & string)[]

/** The result of `read`. */
export type Found<S extends $ZodObject> = {
  readonly [K in keyof Recorded<S>]?: Recorded<S>[K] | null | undefined
}

/** A resource type, ready for `defineProvider`. */
export interface ResourceType<Given = unknown, Gets = unknown> {
  readonly type: string
  /** For TypeScript alone: the properties that a program gives a resource of this type, and those that the resource then has. */
  readonly '~types'?: { readonly given: Given; readonly gets: Gets }
  readonly config: $ZodObject | undefined
  readonly identity: IdentityRule | undefined
  define(): ResourceTypeDefinition
  validate(request: ValidateResourceRequest, around: Surroundings): Promise<readonly PluginDiagnostic[]>
  diff(request: DiffRequest, around: Surroundings): Promise<ResourceDiff>
  upgrade(request: UpgradeRequest): Promise<ValueMap>
  /** Reads the request; a failure here has made nothing. The returned function then runs the plugin's own code. */
  prepareDeploy(request: DeployRequest, around: Surroundings): () => Promise<ComputedValues>
  stabilised(request: StabilisedRequest, around: Surroundings): Promise<StabilisedResult>
  read(request: ExternalStateRequest, around: Surroundings): Promise<ValueMap | undefined>
  list(request: ListRequest, around: Surroundings): Promise<ListedThings | undefined>
  destroy(request: DestroyRequest, around: Surroundings): Promise<void>
}

/** One resource type of a provider: its schema and its operations. Specs are parsed before the code sees them. */
export function defineResource<S extends $ZodObject, C extends $ZodObject = $ZodObject<{}>>(
  options: ResourceOptions<S, C>,
): ResourceType<GivenInputs<S>, Inputs<S> & Outputs<S>> {
  type Config = output<C>
  const { type } = options
  if (options.settlement === 'find' && options.read === undefined)
    throw new Failure('sdk/find-without-read', `${type} has the settlement "find", but no read to find it with`)
  const spec = specOf(type, options.schema)
  const { identity } = options
  if (identity !== undefined) requireSoundIdentity(type, identity, spec.definition())
  requireSoundTime(options)
  requireSoundVersion(options)
  const recordedCall = (request: StabilisedRequest | ExternalStateRequest, around: Surroundings) =>
    Object.assign(resourceCallOf<Config>(request, around), { spec: spec.parseRecorded(request.spec) })

  return {
    type,
    config: options.config,
    identity,
    define: () => definitionOf(options, spec),
    async validate(request, around) {
      const { issues, partial } = spec.check(request.spec)
      if (issues.length > 0) return issues.map(diagnosticOf)
      const call = callOf<Config>(`${type} ${request.resourceName}`, around)
      return options.validate?.(Object.assign(call, { resourceName: request.resourceName, spec: partial })) ?? []
    },
    async diff(request, around) {
      const { spec: wanted, current } = request
      const call = Object.assign(resourceCallOf<Config>(request, around), {
        spec: spec.parse(wanted),
        current: { spec: spec.parseRecorded(current.spec), status: current.status },
      })
      const replaced = (await options.replaces?.(call)) ?? []
      return { replaceBecause: replaced.map((name) => pathText('spec', [name])), destroyFirst: false }
    },
    async upgrade(request) {
      const state = await upgraded(options, request)
      spec.requireRecorded(state, `the result of the upgrade from version ${request.schemaVersion}`)
      return state
    },
    prepareDeploy(request, around) {
      const { current, changes, metadata } = request
      const call = Object.assign(resourceCallOf<Config>(request, around), {
        spec: spec.parse(request.spec),
        current: current && { spec: spec.parseRecorded(current.spec), status: current.status },
        changes,
        metadata,
      })
      return async () => spec.computed(await options.deploy(call), true)
    },
    async stabilised(request, around) {
      const answer = (await options.stabilised?.(recordedCall(request, around))) ?? true
      if (typeof answer === 'boolean') return { stabilised: answer, computed: {} }
      return { stabilised: answer.stabilised, computed: spec.computed(answer.computed ?? {}, false) }
    },
    list: (request, around) => listed(options, request, around),
    async read(request, around) {
      const { importedAs: id } = request
      const isAsked = options.read !== undefined || (id !== undefined && options.imports !== undefined)
      if (!isAsked) return spec.isMade(request.spec) ? request.spec : undefined
      const found = await foundBy(options, id, recordedCall(request, around))
      return found === undefined ? undefined : spec.actual(found, request.spec)
    },
    async destroy(request, around) {
      const recorded = spec.parseRecorded(request.current.spec)
      await options.destroy(Object.assign(resourceCallOf<Config>(request, around), { spec: recorded }))
    },
  }
}

/** @param id by which a user imports it; absent: it is recorded */
async function foundBy<S extends $ZodObject, C extends $ZodObject>(
  options: ResourceOptions<S, C>,
  id: string | undefined,
  call: RecordedCall<S, output<C>>,
): Promise<Found<S> | undefined> {
  if (id === undefined || options.imports === undefined) return await options.read?.(call)
  return await options.imports.find(Object.assign(call, { id }))
}

async function listed<S extends $ZodObject, C extends $ZodObject>(
  options: ResourceOptions<S, C>,
  { query, limit }: ListRequest,
  around: Surroundings,
): Promise<ListedThings | undefined> {
  const given = revealed(query) as Readonly<Record<string, unknown>>
  const call = Object.assign(callOf<output<C>>(options.type, around), { query: given, limit })
  const found = await options.list?.(call)
  if (found === undefined) return undefined
  const things = found.slice(0, limit).map(({ id, name = '' }) => ({ id, name }))
  return { things, isCut: found.length > limit }
}

function diagnosticOf(issue: SpecIssue): PluginDiagnostic {
  return { severity: 'error', message: issue.reason, path: pathText('spec', issue.path) }
}

function definitionOf<S extends $ZodObject, C extends $ZodObject>(
  options: ResourceOptions<S, C>,
  spec: Spec<S>,
): ResourceTypeDefinition {
  const unstableWith = options.stabilised === undefined ? [] : options.unstableWith
  return {
    type: options.type,
    label: options.label ?? options.type,
    ...(options.description !== undefined && { description: options.description }),
    schema: spec.definition(),
    ...(options.idField !== undefined && { idField: options.idField }),
    destroyBeforeCreate: options.destroyBeforeCreate ?? false,
    settlement: options.settlement,
    ...(options.replaces !== undefined && { replacementBy: 'schema-and-provider' as const }),
    ...(options.settlesWithinMs !== undefined && { settlesWithinMs: options.settlesWithinMs }),
    ...((options.schemaVersion ?? 1) > 1 && { schemaVersion: options.schemaVersion }),
    ...(options.identity !== undefined && { identity: options.identity }),
    ...(options.imports !== undefined && { importedBy: options.imports.by }),
    ...(options.liesInFolder === true && { liesInFolder: true as const }),
    ...(unstableWith !== undefined && { unstableWith }),
    stabilisedDependencies: options.stabilisedDependencies ?? [],
    ...(options.canLinkTo !== undefined && { canLinkTo: options.canLinkTo }),
    ...(options.isCommonTerminal !== undefined && { isCommonTerminal: options.isCommonTerminal }),
    ...(options.examples !== undefined && { examples: options.examples }),
  }
}
