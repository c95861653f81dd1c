import {
  type CallControl,
  isSecret,
  mapEntries,
  PluginFailure,
  revealed,
  secret,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { type CallDeadlines, defaultCallDeadlines } from '../../call-deadlines.ts'
import type { Init } from '../../wire/codec/message.ts'
import type { RpcChannel } from '../../wire/rpc/channel.ts'
import { type Accepts, madeFromWire, programFromWire, programToWire } from '../convert/program-values.ts'
import {
  type CallRequest,
  type CallResponse,
  type CheckFailure,
  type ConstructRequest,
  type ConstructResponse,
  ResourceProvider as Methods,
} from '../gen/provider.ts'
import { type PulumiCallOptions, PulumiCalls, wordsOf } from './calls/calls.ts'
import { extend, type Parameterization } from './calls/extend.ts'
import type { MadeResource, ReadResource } from './resource/made-resource.ts'
import { findsChange, replacedBy, saysNothing } from './compare/replaced-by.ts'
import { ViewDesk, viewsIn, type ViewWatch } from './resource/views.ts'

/** A resource's name for its program and its plugin. */
export interface ResourceName {
  readonly urn: string
  readonly name: string
  readonly type: string
}

/** The known facts about an existing resource. */
export interface Existing {
  readonly id: string
  /** The inputs as the plugin checked them. */
  readonly inputs: ValueMap
  readonly outputs: ValueMap
}

export interface Checked {
  readonly inputs: ValueMap
  /** Complaints of the plugin: `account: every entry is of some account`. */
  readonly failures: readonly string[]
}

export interface Compared {
  readonly isChanged: boolean
  /** Paths of properties that cannot change in place: `account`, `rules[0].port`. */
  readonly replaces: readonly string[]
  /** Paths of the differing properties that the plugin reports. */
  readonly paths: readonly string[]
  readonly destroyFirst: boolean
}

/** The configuration of a plugin process that serves a single configuration. */
export interface Configuring extends ResourceName {
  readonly id: string
  readonly config: ValueMap
  /** Name of the package, without a colon: `random`. */
  readonly pkg: string
}

export interface PulumiResourcesOptions {
  readonly pluginId: string
  /** The plugin's answer to the greeting; `undefined` for a plugin that announces its features when it is configured. */
  readonly greeted: (Accepts & { readonly preview: boolean }) | undefined
  /** The desk where its process reports the parts of resources. */
  readonly views?: ViewDesk | undefined
  readonly deadlines?: Partial<CallDeadlines>
}

/** The limits of a call. */
export interface CallOptions {
  readonly control?: CallControl | undefined
  /** The program's time limit in seconds, which the plugin enforces. */
  readonly timeout?: number | undefined
  /** Collects the plugin's reports about the parts of the resource. */
  readonly watch?: ViewWatch | undefined
}

/**
 * The resources of a program at a plugin, with unchanged inputs and outputs and without a schema. A half-made resource is a failure that
 * describes what exists, with `left` for its fields.
 */
export class PulumiResources {
  readonly #calls: PulumiCalls
  readonly #deadlines: CallDeadlines
  #accepts: Accepts & { readonly preview: boolean }
  readonly #views: ViewDesk
  #isConfigured = false

  constructor(channel: RpcChannel, { pluginId, greeted, deadlines, views }: PulumiResourcesOptions) {
    this.#views = views ?? new ViewDesk()
    this.#calls = new PulumiCalls(channel, pluginId)
    this.#deadlines = { ...defaultCallDeadlines, ...deadlines }
    this.#accepts = greeted ?? { secrets: false, resources: false, preview: false }
  }

  /** False until the plugin's configuration is known: until then, the plugin is asked nothing. */
  get isConfigured(): boolean {
    return this.#isConfigured
  }

  /** True when the plugin previews creates and updates. */
  get previews(): boolean {
    return this.#isConfigured && this.#accepts.preview
  }

  /**
   * Collects the plugin's reports during some work on a resource.
   * @param recorded the recorded parts of the resource
   */
  watching<T>(recorded: Value | undefined, work: (watch: ViewWatch) => Promise<T>): Promise<T> {
    return this.#views.during(viewsIn(recorded), work)
  }

  /** Returns the configuration as the plugin corrects it. */
  async checkConfig({ config, urn, name, type }: Configuring, olds: ValueMap | undefined): Promise<Checked> {
    const options = this.#asking('provider.CheckConfig', {})
    const plain = { secrets: false, resources: false }
    const request = this.#calls.prepared(options, () => ({
      urn,
      name,
      type,
      olds: programToWire(olds ?? valueMap(), plain),
      news: programToWire(config, plain),
    }))
    const answer = await this.#calls.call(Methods.CheckConfig, request, options).catch((error: unknown) => {
      if (isUnimplemented(error)) return undefined
      throw error
    })
    if (answer === undefined) return { inputs: config, failures: [] }
    const inputs = this.#calls.understood(options, () => programFromWire(answer.inputs))
    return { inputs: withMarks(inputs, config), failures: answer.failures.map(wordsOf) }
  }

  /** Returns the paths of settings whose change makes the provider another one. `undefined`: the plugin does not say. */
  async diffConfig(
    { urn, name, type }: ResourceName,
    { olds, news }: { readonly olds: ValueMap; readonly news: ValueMap },
  ): Promise<readonly string[] | undefined> {
    const options = this.#asking('provider.DiffConfig', {})
    const plain = { secrets: false, resources: false }
    const request = this.#calls.prepared(options, () => {
      const [before, after] = [programToWire(olds, plain), programToWire(news, plain)]
      return { urn, name, type, olds: before, oldInputs: before, news: after }
    })
    const answer = await this.#calls.call(Methods.DiffConfig, request, options).catch((error: unknown) => {
      if (isUnimplemented(error)) return undefined
      throw error
    })
    return answer === undefined || saysNothing(answer) ? undefined : replacedBy(answer)
  }

  async configure({ config, urn, name, type, id, pkg }: Configuring, greeted: boolean): Promise<void> {
    const options = this.#asking('provider.Configure', {})
    const request = this.#calls.prepared(options, () => ({
      urn,
      name,
      type,
      id,
      variables: variablesOf(config, pkg),
      args: programToWire(config, { secrets: true, resources: true }),
      acceptSecrets: true,
      acceptResources: true,
      sendsOldInputs: true,
      sendsOldInputsToDelete: true,
    }))
    const { acceptSecrets, acceptResources, supportsPreview } = await this.#calls.call(
      Methods.Configure,
      request,
      options,
    )
    if (!greeted) this.#accepts = { secrets: acceptSecrets, resources: acceptResources, preview: supportsPreview }
    this.#isConfigured = true
  }

  /** Makes the plugin serve another package as well. */
  async extend(extension: Parameterization): Promise<void> {
    await extend(this.#calls, extension, this.#asking('provider.Parameterize', {}))
  }

  async check(
    about: ResourceName,
    { olds, news, seed }: { readonly olds: ValueMap | undefined; readonly news: ValueMap; readonly seed: Uint8Array },
    call: CallOptions = {},
  ): Promise<Checked> {
    if (!this.#isConfigured) return { inputs: news, failures: [] }
    const options = this.#asking('provider.Check', call)
    const request = this.#calls.prepared(options, () => ({
      ...about,
      olds: this.#sent(olds ?? valueMap()),
      news: this.#sent(news),
      randomSeed: seed,
    }))
    const { inputs, failures } = await this.#calls.call(Methods.Check, request, options)
    return { inputs: this.#calls.understood(options, () => programFromWire(inputs)), failures: failures.map(wordsOf) }
  }

  async diff(
    about: ResourceName,
    { id, inputs, outputs }: Existing,
    news: ValueMap,
    ignored: readonly string[],
    call: CallOptions = {},
  ): Promise<Compared> {
    if (!this.#isConfigured) return { isChanged: true, replaces: [], paths: [], destroyFirst: false }
    const options = this.#asking('provider.Diff', call)
    const request = this.#calls.prepared(options, () => ({
      ...about,
      id,
      olds: this.#sent(outputs),
      oldInputs: this.#sent(inputs),
      news: this.#sent(news),
      ignoreChanges: [...ignored],
    }))
    const answer = await this.#calls.call(Methods.Diff, request, options)
    const isChanged = findsChange(answer, inputs, news)
    const paths = answer.hasDetailedDiff ? Object.keys(answer.detailedDiff) : answer.diffs
    return { isChanged, replaces: isChanged ? replacedBy(answer) : [], paths, destroyFirst: answer.deleteBeforeReplace }
  }

  /**
   * Creates a resource.
   * @param left reads the state of a resource that was created but is incomplete
   */
  async create(
    about: ResourceName,
    inputs: ValueMap,
    left: PulumiCallOptions['left'],
    call: CallOptions & { readonly preview?: boolean },
  ): Promise<MadeResource> {
    const { preview = false, timeout = 0 } = call
    const changing = this.#changing('provider.Create', call)
    const options = preview
      ? this.#asking('provider.Create', call)
      : { ...changing, makes: true, ...(left !== undefined && { left }) }
    const request = this.#calls.prepared(options, () => ({
      ...about,
      ...call.watch?.place,
      properties: this.#sent(inputs),
      preview,
      timeout,
    }))
    const { id, properties, refreshBeforeUpdate } = await this.#calls.call(Methods.Create, request, options)
    const bare = { id, properties: undefined, inputs: undefined, reasons: [], refreshBeforeUpdate }
    // A resource that is too large to record is not lost: its id is known.
    this.#calls.bounded(properties, options, left === undefined || id === '' ? undefined : () => left(bare))
    return this.#calls.understood(options, () => {
      if (id === '' && !preview) throw new TypeError('it gives no id')
      const outputs = preview ? programFromWire(properties) : madeFromWire(properties)
      return { id, outputs, isReadFirst: refreshBeforeUpdate, initErrors: [] }
    })
  }

  async update(
    about: ResourceName,
    { id, inputs, outputs }: Existing,
    news: ValueMap,
    ignored: readonly string[],
    left: PulumiCallOptions['left'],
    call: CallOptions & { readonly preview?: boolean },
  ): Promise<MadeResource> {
    const { preview = false, timeout = 0 } = call
    const changing = this.#changing('provider.Update', call)
    const options = preview
      ? this.#asking('provider.Update', call)
      : { ...changing, ...(left !== undefined && { left }) }
    const request = this.#calls.prepared(options, () => ({
      ...about,
      ...call.watch?.placeBeside(this.#accepts),
      id,
      olds: this.#sent(outputs),
      oldInputs: this.#sent(inputs),
      news: this.#sent(news),
      ignoreChanges: [...ignored],
      preview,
      timeout,
    }))
    const { properties, refreshBeforeUpdate: isReadFirst } = await this.#calls.call(Methods.Update, request, options)
    this.#calls.bounded(properties, options)
    return this.#calls.understood(options, () => ({
      id,
      outputs: preview ? programFromWire(properties) : madeFromWire(properties),
      isReadFirst,
      initErrors: [],
    }))
  }

  async delete(about: ResourceName, { id, inputs, outputs }: Existing, call: CallOptions): Promise<void> {
    const options = this.#changing('provider.Delete', call)
    const { timeout = 0 } = call
    const request = this.#calls.prepared(options, () => ({
      ...about,
      ...call.watch?.placeBeside(this.#accepts),
      id,
      properties: this.#sent(outputs),
      oldInputs: this.#sent(inputs),
      timeout,
    }))
    await this.#calls.call(Methods.Delete, request, options)
  }

  /** Reads a resource; `undefined` when it does not exist. */
  async read(
    about: ResourceName,
    { id, inputs, outputs }: { readonly id: string; readonly inputs?: ValueMap; readonly outputs: ValueMap },
    call: CallOptions = {},
  ): Promise<ReadResource | undefined> {
    const options = this.#asking('provider.Read', call)
    const request = this.#calls.prepared(options, () => ({
      ...about,
      ...call.watch?.placeBeside(this.#accepts),
      id,
      properties: this.#sent(outputs),
      ...(inputs !== undefined && { inputs: this.#sent(inputs) }),
      timeout: call.timeout ?? 0,
    }))
    const answer = await this.#calls.read(request, options)
    if (answer.id === '') return undefined
    this.#calls.bounded(answer.properties, options)
    return this.#calls.understood(options, () => ({
      id: answer.id,
      inputs: answer.inputs === undefined ? undefined : madeFromWire(answer.inputs),
      outputs: madeFromWire(answer.properties),
      isReadFirst: answer.refreshBeforeUpdate,
      initErrors: answer.reasons,
    }))
  }

  async invoke(
    tok: string,
    args: ValueMap,
    call: CallOptions & { readonly preview?: boolean } = {},
  ): Promise<{ readonly values: ValueMap; readonly failures: readonly CheckFailure[] }> {
    const options = this.#asking('provider.Invoke', call)
    const { preview = false } = call
    const request = this.#calls.prepared(options, () => ({ tok, args: this.#sent(args), preview }))
    const { return: answer, failures } = await this.#calls.call(Methods.Invoke, request, options)
    return { values: this.#calls.understood(options, () => programFromWire(answer)), failures }
  }

  /** Makes the plugin create a component; the plugin itself asks the program's engine for its resources. */
  async construct(request: Init<ConstructRequest>, call: CallOptions = {}): Promise<ConstructResponse> {
    return await this.#calls.call(Methods.Construct, request, this.#changing('provider.Construct', call))
  }

  /** Calls a method of a component. */
  async callMethod(request: Init<CallRequest>, call: CallOptions = {}): Promise<CallResponse> {
    return await this.#calls.call(Methods.Call, request, this.#changing('provider.Call', call))
  }

  /** Makes a failure that has changed nothing: the plugin has refused. */
  refusal(reasons: readonly string[], method: string, hint?: string): PluginFailure {
    return this.#calls.refusal(reasons, { method }, hint === undefined ? {} : { hint })
  }

  #sent(map: ValueMap) {
    return programToWire(map, this.#accepts)
  }

  #asking(method: string, { control }: CallOptions): PulumiCallOptions {
    return { method, control, deadlineMs: this.#deadlines.ask }
  }

  #changing(method: string, { control }: CallOptions): PulumiCallOptions {
    return { method, control, deadlineMs: this.#deadlines.change, changes: true }
  }
}

/** Secrets are checked without their marks; this restores the marks by name. */
function withMarks(inputs: ValueMap, given: ValueMap): ValueMap {
  return mapEntries(inputs, (value, name) => (isSecret(given[name]) ? secret(value) : value))
}

/** Returns the settings in the form for older plugins: text, or JSON for other values. */
function variablesOf(config: ValueMap, pkg: string): Record<string, string> {
  const entries = Object.entries(config).filter(([name]) => name !== 'version')
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const plain = revealed(value)
      return [`${pkg}:config:${name}`, typeof plain === 'string' ? plain : JSON.stringify(plain)]
    }),
  )
}

/** Whether a method is unknown to the plugin. Some plugins report this with another status. */
function isUnimplemented(error: unknown): boolean {
  if (!(error instanceof PluginFailure)) return false
  return (
    error.code === 'protocol/unimplemented' ||
    /\bunimplemented\b|cannot unmarshal .* of type struct/i.test(error.message)
  )
}
