import { type Init, Status, StatusError } from '@slipway/protocol'
import { containsUnknown, mapEntries, secret, SecretTraces, type ValueMap, valueMap } from '@slipway/model'
import { monitor, type Noted, programFromWire, programToWire, valueFromWire } from '@slipway/protocol/pulumi'
import { assertRecordable } from '../../values/too-large.ts'
import { outputFields } from '../../providers/computed.ts'
import { packageOfProvider, recordedResource } from '../../providers/definitions.ts'
import type { HookNames } from '../../providers/hooks.ts'
import { noWish } from '../../providers/resource-wish.ts'
import { aliasUrnsOf } from '../../urns/aliases.ts'
import {
  componentType,
  formatUrn,
  ownType,
  parseProviderReference,
  parseUrn,
  qualifiedBelow,
  stackType,
} from '../../urns/urn.ts'
import { AssetHashes } from '../../values/assets.ts'
import { exportsOfPlan } from '../../values/exported-resources.ts'
import { secondsOf } from '../../values/seconds.ts'
import type { Deployment, Registered } from '../deployment.ts'
import type { Goals } from '../goals/goals.ts'
import { Lineage } from './lineage.ts'
import type { RemoteComponents } from './remote-components.ts'
import type { StateMigrations } from '../callbacks/state-migrations.ts'
import type { Transforms } from '../callbacks/transforms.ts'
import type { ProgramProviders } from './providers-of-program.ts'

type Request = monitor.RegisterResourceRequest
type Answer = Init<monitor.RegisterResourceResponse>
/** Options that also apply to everything below. */
type PassedOn = Pick<Request, 'provider' | 'protect' | 'retainOnDelete' | 'deletedWith'>

interface RegistrationParts {
  readonly migrations: StateMigrations
  readonly providers: ProgramProviders
  readonly transforms: Transforms
  readonly remote: RemoteComponents
}

const { Result } = monitor

/** Maximum length of a name or a type in characters, since messages often contain them. The same limit as in a state. */
const longestWord = 1000

/** Handles registrations of resources, a program's main requests. */
export class Registrations {
  readonly #deployment: Deployment
  readonly #goals: Goals
  readonly #providers: ProgramProviders
  readonly #transforms: Transforms
  readonly #migrations: StateMigrations
  readonly #remote: RemoteComponents
  readonly lineage = new Lineage()
  readonly #hashes: AssetHashes
  #stackUrn: string | undefined
  /** URNs of resources whose outputs come from the program: components and the stack. */
  readonly #completed = new Set<string>()
  /** Inherited options by URN, after transforms. */
  readonly #passedOn = new Map<string, PassedOn>()
  /** The stack's outputs so far. */
  stackOutputs: ValueMap | undefined

  constructor(deployment: Deployment, goals: Goals, { providers, transforms, remote, migrations }: RegistrationParts) {
    this.#transforms = transforms
    this.#migrations = migrations
    this.#remote = remote
    this.#deployment = deployment
    this.#hashes = new AssetHashes(deployment.stack.programFolder, deployment.fetchAsset)
    this.#goals = goals
    this.#providers = providers
  }

  /** The URN of the stack, the root of all others. */
  get root(): string | undefined {
    return this.#stackUrn
  }

  async register(asked: Request): Promise<Answer> {
    const { type, name } = asked
    const parent = this.parentOf(asked)
    const urn = this.urnOf(type, name, parent)
    if (type === stackType) {
      if (this.#stackUrn !== undefined && this.#stackUrn !== urn)
        throw new TypeError(`the program is the stack ${this.#stackUrn}, but asks for another stack, ${urn}`)
      this.#stackUrn = urn
    }
    // The caller of a component's run records the component itself.
    const { component } = this.#deployment
    if (component !== undefined && isWhole(asked, component)) {
      const { isProtected: protect, isKept: retainOnDelete } = component
      this.#passedOn.set(urn, { provider: '', protect, retainOnDelete, deletedWith: '' })
      this.#completed.add(urn)
      const { aliases, aliasURNs: aliasUrns } = asked
      const former = aliasUrnsOf({ type, name, parent, aliases, aliasUrns }, this.#deployment.stack, () => undefined)
      this.#goals.note({ urn, id: '', outputs: valueMap() }, former)
      return { urn }
    }
    const over = this.lineage.begin(parent)
    try {
      return await this.#registered(asked, urn, parent)
    } finally {
      over()
    }
  }

  async #registered(asked: Request, urn: string, parent: string | undefined): Promise<Answer> {
    const { custom } = asked
    const request = await this.#transforms.registration(this.#inherited(asked), urn, parent)
    assertRecordable('inputs', urn, request.object)
    await this.#migrations.run(request.stateMigrations, [urn, ...this.#formerUrns(request, parent)])
    if (!request.remote) this.#goals.claims.announce(urn, this.#formerUrns(request, parent))
    const { provider, protect, retainOnDelete, deletedWith } = request
    this.#passedOn.set(urn, { provider, protect, retainOnDelete, deletedWith })
    if (!custom) this.#providers.below(urn, parent, request.providers)
    if (!custom && !request.remote) this.#completed.add(urn)
    const constructed = request.remote
      ? await this.#remote.construct({ ...request, inputs: request.object }, parent)
      : undefined
    if (constructed !== undefined) return constructed
    const registered = await (custom ? this.#custom(request, urn, parent) : this.#component(request, urn, parent))
    this.lineage.add(urn, parent, !custom || registered.id !== '')
    const result = resultOf(registered)
    if (result !== Result.SUCCESS && !request.supportsResultReporting)
      throw new StatusError(Status.internal, 'resource registration failed')
    const { acceptSecrets: secrets, acceptResources: resources, acceptsByteString: bytes } = request
    return {
      urn,
      id: registered.id,
      // A component's outputs are known only once the program has sent them.
      object: programToWire(custom ? registered.outputs : valueMap(), { secrets, resources, bytes }),
      unknown: registered.isLeftOut === true,
      result,
    }
  }

  /** @throws TypeError for a resource whose outputs come from a plugin, or an unknown one */
  async outputs({ urn, outputs: struct }: monitor.RegisterResourceOutputsRequest): Promise<void> {
    if (!this.#completed.has(urn)) throw new TypeError(this.#whyNotCompleted(urn))
    assertRecordable('outputs', urn, struct)
    const given = programFromWire(struct)
    const said = urn === this.#stackUrn ? this.#withSecretsMarked(given) : given
    const recorded = this.#recorded(urn)
    const outputs = this.#deployment.dryRun ? exportsOfPlan(said, recorded) : knownFields(said, recorded)
    if (urn === this.#stackUrn) this.stackOutputs = outputs
    await this.#goals.complete(urn, outputs, outputFields(outputs))
    await this.#deployment.catalog.componentHooks.after(urn, outputs)
  }

  /** Marks secrets of the configuration in outputs, because programs can read them as plain values and functions can lose the mark. */
  #withSecretsMarked(outputs: ValueMap): ValueMap {
    const { config, configSecretKeys } = this.#deployment.stack
    const secrets = configSecretKeys.map((key) => secret(config.get(key) ?? ''))
    const traces = new SecretTraces(secrets)
    return mapEntries(outputs, (value) => traces.marked(value))
  }

  #whyNotCompleted(urn: string): string {
    const shown = JSON.stringify(urn.slice(0, 500))
    return this.#goals.registered(urn) === undefined
      ? `the program has no resource ${shown} whose outputs it could register`
      : `the outputs of ${shown} come from its plugin: a program cannot register them`
  }

  /** The recorded outputs of the stack or of a component. */
  #recorded(urn: string): ValueMap {
    if (urn === this.#stackUrn) return this.#deployment.state?.instance.exports ?? valueMap()
    const record = this.#goals.before.at(urn)
    return record === undefined ? valueMap() : recordedResource(record.spec).outputs
  }

  /**
   * Adds inherited options. A component's options apply to everything inside, unless a child overrides them. SDKs already send most of
   * them.
   */
  #inherited(asked: Request): Request {
    const { type, custom, remote, parent } = asked
    const above = this.#passedOn.get(parent)
    const named = custom || remote ? this.#providers.named(type, asked) : asked.provider
    const provider =
      named || (isOfPackage(above?.provider, this.#providers.packagesOf(type, asked)) ? (above?.provider ?? '') : '')
    if (above === undefined) return { ...asked, provider }
    return {
      ...asked,
      provider,
      protect: asked.protect ?? above.protect,
      retainOnDelete: asked.retainOnDelete ?? above.retainOnDelete,
      deletedWith: asked.deletedWith || above.deletedWith,
    }
  }

  /** @throws TypeError for an invalid or unreadable name */
  urnOf(type: string, name: string, parent: string | undefined): string {
    for (const [what, word] of [
      ['type', type],
      ['name', name],
    ] as const) {
      if (word === '') throw new TypeError(`the program asks for a resource without a ${what}${name && `: ${name}`}`)
      if (word.length > longestWord)
        throw new TypeError(
          `the program asks for a resource with a ${what} of more than ${longestWord} characters: ${word.slice(0, 60)}…`,
        )
    }
    const { project, stack } = this.#deployment.stack
    return formatUrn({ project, stack, qualifiedType: qualifiedBelow(parent, type), name })
  }

  /** The parent of a registration. Parents must be registered first, which rules out cycles. @throws TypeError */
  parentOf({ parent, type }: Pick<Request, 'parent' | 'type'>): string | undefined {
    if (parent === '') return type === stackType || packageOfProvider(type) !== undefined ? undefined : this.#stackUrn
    if (type === stackType) throw new TypeError('the stack is above all others, and has no parent')
    if (this.#goals.registered(parent) === undefined)
      throw new TypeError(`the program has no resource ${JSON.stringify(parent.slice(0, 500))} that could be a parent`)
    return parent
  }

  async #component(request: Request, urn: string, parent: string | undefined): Promise<Registered> {
    const { type } = request
    return await this.#goals.want({
      ...this.#common(request, urn, parent),
      type: type === stackType ? stackType : componentType,
      inputs: this.#inputsOfComponent(request),
      wish: { ...noWish, hooks: hooksOf(request) },
    })
  }

  #inputsOfComponent({ object }: Request): ValueMap {
    const inputs = programFromWire(object)
    return this.#deployment.dryRun ? inputs : knownFields(inputs, valueMap())
  }

  async #custom(request: Request, urn: string, parent: string | undefined): Promise<Registered> {
    const { type, retainOnDelete, deletedWith, replacementTrigger, replaceWith } = request
    const noted: Noted = { dependencies: new Set(request.dependencies) }
    const inputs = await this.#hashes.in(programFromWire(request.object, noted))
    const isProvider = packageOfProvider(type) !== undefined
    const reference = this.#providers.isNeeded(type) ? await this.#providers.of(type, request) : undefined
    return await this.#goals.want({
      ...this.#common(request, urn, parent),
      type,
      ...(isProvider ? this.#providers.own(request, inputs) : { inputs }),
      provider: reference,
      extension: this.#providers.extensionOf(request),
      dependencies: [...noted.dependencies],
      wish: wishOf(request),
      isKept: retainOnDelete === true,
      deletedWith: deletedWith === '' ? undefined : deletedWith,
      trigger: replacementTrigger && valueFromWire(replacementTrigger),
      replaceWith,
    })
  }

  #formerUrns({ type, name, aliases, aliasURNs: aliasUrns }: Request, parent: string | undefined): readonly string[] {
    const aliased = { type, name, parent, aliases, aliasUrns }
    return aliasUrnsOf(aliased, this.#deployment.stack, (each) => this.#goals.formerUrn(each))
  }

  #common(request: Request, urn: string, parent: string | undefined) {
    const { dependencies } = request
    const properties = Object.entries(request.propertyDependencies).filter(([, { urns }]) => urns.length > 0)
    return {
      urn,
      parent,
      dependencies,
      isProtected: request.protect === true,
      formerUrns: this.#formerUrns(request, parent),
      ...(properties.length > 0 && {
        propertyDependencies: valueMap(properties.map(([property, { urns }]) => [property, urns] as const)),
      }),
    }
  }
}

function resultOf({ failed }: Registered): number {
  return failed === undefined ? Result.SUCCESS : failed === 'itself' ? Result.FAIL : Result.SKIP
}

/** True for the component that a run is for. */
function isWhole(
  { type, name, parent, custom, remote }: Request,
  component: NonNullable<Deployment['component']>,
): boolean {
  return !custom && !remote && parent === '' && component.type === type && component.name === name
}

/** True for `urn::id` of a provider of one of these packages. */
function isOfPackage(provider: string | undefined, packages: readonly string[]): boolean {
  const parts = parseUrn(parseProviderReference(provider ?? '')?.urn ?? '')
  return parts !== undefined && packages.includes(packageOfProvider(ownType(parts)) ?? '')
}

/** Replaces unknown values, which come from left-out resources, with the recorded ones, or drops them. */
function knownFields(said: ValueMap, recorded: ValueMap): ValueMap {
  if (!containsUnknown(said)) return said
  return valueMap(
    Object.entries(said).flatMap(([name, value]) => {
      const known = containsUnknown(value) ? recorded[name] : value
      return known === undefined ? [] : [[name, known] as const]
    }),
  )
}

function hooksOf({ hooks }: Request): HookNames {
  if (hooks === undefined) return {}
  const named = {
    before_create: hooks.beforeCreate,
    after_create: hooks.afterCreate,
    before_update: hooks.beforeUpdate,
    after_update: hooks.afterUpdate,
    before_delete: hooks.beforeDelete,
    after_delete: hooks.afterDelete,
    on_error: hooks.onError,
  }
  return Object.fromEntries(Object.entries(named).filter(([, names]) => names.length > 0))
}

function wishOf(request: Request) {
  const { customTimeouts, importId, deleteBeforeReplace, deleteBeforeReplaceDefined } = request
  return {
    ignoreChanges: request.ignoreChanges,
    replaceOnChanges: request.replaceOnChanges,
    replaceBecause: [],
    deleteBeforeReplace: deleteBeforeReplaceDefined || deleteBeforeReplace ? deleteBeforeReplace : undefined,
    additionalSecretOutputs: request.additionalSecretOutputs,
    hideDiffs: request.hideDiffs,
    timeouts: {
      ...secondsOf('create', customTimeouts?.create),
      ...secondsOf('update', customTimeouts?.update),
      ...secondsOf('delete', customTimeouts?.delete),
      ...secondsOf('read', customTimeouts?.read),
    },
    importId: importId === '' ? undefined : importId,
    hooks: hooksOf(request),
    readId: undefined,
  }
}
