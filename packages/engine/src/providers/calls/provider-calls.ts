import {
  type AnalyzedResource,
  type CallUnderWay,
  type ComputedValues,
  type DeployRequest,
  type DestroyRequest,
  type DiffRequest,
  type ExternalStateRequest,
  type FetchRequest,
  PluginFailure,
  type PluginDiagnostic,
  type ReplacedWithRequest,
  type ResourceDiff,
  type RetryPolicy,
  type StabilisedRequest,
  type StabilisedResult,
  type TakeOverRequest,
  type UpgradeRequest,
  type ValidateResourceRequest,
  type Value,
  type ValueMap,
  isStableAtOnce,
  namespaceOf,
} from '@slipway/model'
import { type AttemptFailed, TimedAttempt } from '../failures/attempt-failed-event.ts'
import { aboutData } from './about-data.ts'
import { asPluginsKnow } from './plugin-names.ts'
import { endOfCall } from '../waiting/end-of-call.ts'
import { valueOfAnswer } from './value-of-answer.ts'
import type { Providers } from '../providers.ts'
import type { Ports } from '../../ports.ts'
import type { Deadlines } from '../waiting/deadlines.ts'
import { LinkCalls } from './link-calls.ts'
import type { Call, OfResource } from '../call.ts'
import { configuredFor, isOpen, type Recorded, unasked } from '../settings/configured-by.ts'
import { contextFor } from './context-for.ts'
import { LargeAnswers, tooMuch } from './large-answers.ts'
import { withoutDiff, withoutUpgrade } from '../failures/missing-method.ts'
import { redacted } from './redact.ts'
import { defaultRetryPolicy } from '../../defaults.ts'
import { withRetry } from '../waiting/retry.ts'
import { SettingsNow } from '../settings/settings-now.ts'

export interface ProviderCallsOptions {
  readonly ports: Ports
  readonly providers: Providers
  readonly deadlines: Deadlines
  /** Called for each failed attempt in order, never awaited. */
  readonly events: (event: AttemptFailed) => void
  /** After an abort, there are no further attempts. */
  readonly stop?: AbortSignal | undefined
  /** After an abort, calls in flight are given up at once, and are in doubt. */
  readonly cancel?: AbortSignal | undefined
  /** The call of a plugin during which all these calls are made. */
  readonly within?: CallUnderWay | undefined
  /** The records; left out if there are none, so that no resource configures a provider. */
  readonly recorded?: Recorded | undefined
}

type CallName = Pick<Call<never>, 'namespace' | 'name' | 'method'>

/**
 * Calls providers: finds them, and adds their context, a deadline and the signal that cancels. Retries calls that failed TRANSIENT, for exactly the
 * methods that the requirements list. Every call that fails throws a Failure.
 */
export class ProviderCalls {
  readonly links: LinkCalls
  /** The settings with which these calls are made. */
  readonly settings: SettingsNow
  readonly #options: ProviderCallsOptions
  /** Functions that give up calls when `cancel` is aborted. All of them share one listener. */
  readonly #inFlight = new Set<() => void>()
  readonly #largeAnswers = new LargeAnswers()

  constructor(options: ProviderCallsOptions) {
    this.#options = options
    const { ports, providers, recorded } = options
    this.settings = new SettingsNow(ports.catalog, recorded)
    const caller = {
      once: <T>(call: Call<T>) => this.#notRetried(call),
      retried: <T>(call: Call<T>) => this.#retried(call),
      validated: (call: Call<readonly PluginDiagnostic[]>) => this.#validated(call),
    }
    this.links = new LinkCalls(ports, caller, (type) => providers.link(type)?.namespace ?? namespaceOf(type))
    options.cancel?.addEventListener('abort', () => {
      for (const giveUp of this.#inFlight) giveUp()
    })
  }

  deploy({ options, ...request }: OfResource<DeployRequest>): Promise<ComputedValues> {
    return this.#retried({
      ...this.#about(request, options),
      method: 'provider.Resource.Deploy',
      deadline: 'deploy',
      deadlineMs: request.current === undefined ? options?.timeouts?.create : options?.timeouts?.update,
      given: request.spec,
      make: (provider, context, control) => provider.deploy({ ...asPluginsKnow(request), context }, control),
      kept: (answer) => answer,
    })
  }

  hasStabilised({ options, ...request }: OfResource<StabilisedRequest>): Promise<StabilisedResult> {
    if (isStableAtOnce(this.#options.providers.type(request.type), request.spec))
      return Promise.resolve({ stabilised: true, computed: {} })
    return this.#retried({
      ...this.#about(request, options),
      method: 'provider.Resource.HasStabilised',
      deadline: 'hasStabilised',
      deadlineMs: options?.timeouts?.read,
      given: request.spec,
      make: (provider, context, control) => provider.hasStabilised({ ...asPluginsKnow(request), context }, control),
      kept: ({ stabilised, computed }) => (stabilised ? computed : undefined),
    })
  }

  externalState({ options, ...request }: OfResource<ExternalStateRequest>): Promise<ValueMap | undefined> {
    if (this.#isComposed(request)) return Promise.resolve(request.spec)
    return this.#retried({
      ...this.#about(request, options),
      method: 'provider.Resource.GetExternalState',
      deadline: 'externalState',
      deadlineMs: options?.timeouts?.read,
      given: request.spec,
      make: (provider, context, control) => provider.externalState({ ...asPluginsKnow(request), context }, control),
      kept: (answer) => answer,
    })
  }

  destroy({ options, ...request }: OfResource<DestroyRequest>): Promise<void> {
    if (this.#isComposed(request)) return Promise.resolve()
    return this.#retried({
      ...this.#about(request, options),
      method: 'provider.Resource.Destroy',
      deadline: 'destroy',
      deadlineMs: options?.timeouts?.destroy,
      given: request.current.spec,
      make: (provider, context, control) => provider.destroy({ ...asPluginsKnow(request), context }, control),
    })
  }

  fetch({ options, ...request }: OfResource<FetchRequest>): Promise<ValueMap> {
    return this.#retried({
      ...aboutData(request, options),
      method: 'provider.DataSource.Fetch',
      deadline: 'fetch',
      make: (provider, context, control) => provider.fetch({ ...asPluginsKnow(request), context }, control),
      kept: (answer) => answer,
    })
  }

  /** The part that all calls about a resource have in common. */
  #about(
    request: { readonly type: string; readonly resourceName: string; readonly resourceId?: string },
    options: OfResource<unknown>['options'],
  ) {
    const { type, resourceName: name } = request
    return { namespace: namespaceOf(type), name, ...configuredFor(request, options, this.#options.recorded) }
  }

  /** True for a composed resource, which has no thing outside, so that its provider cannot be asked about it. */
  #isComposed({ type }: { readonly type: string }): boolean {
    return this.#options.providers.type(type)?.isComposed === true
  }

  /** Asks policies, not a provider. */
  async remedied(resource: AnalyzedResource): Promise<ValueMap> {
    return (await this.#options.ports.remedied?.(resource)) ?? resource.properties
  }

  /** Not retried, because the requirements do not know the method. */
  diff({ options, ...request }: OfResource<DiffRequest>): Promise<ResourceDiff> {
    const call = {
      ...this.#about(request, options),
      method: 'provider.Resource.Diff',
      deadline: 'diff',
      given: [request.spec, request.current.spec],
      // The answer says nothing, because nobody knows yet what the provider would find.
      whileOpen: () => ({ replaceBecause: [], destroyFirst: false, differs: [] }),
    } as const
    return this.#notRetried({
      ...call,
      make: (provider, context, control) =>
        provider.diff?.({ ...asPluginsKnow(request), context }, control) ??
        Promise.reject(withoutDiff(this.pluginId(call.namespace), call)),
    })
  }

  /** Not retried, because the requirements do not know the method. Empty if the provider cannot decide. */
  replacedWith({ options, ...request }: OfResource<ReplacedWithRequest>): Promise<readonly string[]> {
    return this.#notRetried({
      ...this.#about(request, options),
      method: 'provider.Resource.Diff',
      deadline: 'diff',
      given: [request.current.spec],
      whileOpen: () => [],
      make: async (provider, context, control) =>
        (await provider.replacedWith?.({ ...asPluginsKnow(request), context }, control)) ?? [],
    })
  }

  /** Not retried, because the requirements do not know the method. */
  upgrade({ options, ...request }: OfResource<UpgradeRequest>): Promise<ValueMap> {
    const call = {
      ...this.#about(request, options),
      method: 'provider.Resource.Upgrade',
      deadline: 'upgrade',
      given: request.spec,
      kept: (answer: ValueMap) => answer,
    } as const
    return this.#notRetried({
      ...call,
      make: (provider, context, control) =>
        provider.upgrade?.({ ...asPluginsKnow(request), context }, control) ??
        Promise.reject(withoutUpgrade(this.pluginId(call.namespace), call)),
    })
  }

  takeOver({ options, ...request }: OfResource<TakeOverRequest>): Promise<ValueMap | undefined> {
    return this.#notRetried({
      ...this.#about(request, options),
      method: 'provider.Resource.TakeOver',
      deadline: 'upgrade',
      given: request.spec,
      kept: (answer) => answer,
      make: async (provider, context, control) =>
        await provider.takeOver?.({ ...asPluginsKnow(request), context }, control),
    })
  }

  /** Not retried: the requirements do not know it. A failure has changed nothing. */
  prepare({ options, ...request }: OfResource<DeployRequest>): Promise<void> {
    return this.#notRetried({
      ...this.#about(request, options),
      method: 'provider.Resource.Prepare',
      deadline: 'deploy',
      given: request.spec,
      make: async (provider, context, control) =>
        await provider.prepare?.({ ...asPluginsKnow(request), context }, control),
    })
  }

  /** Not retried, because the requirements do not know the method. `undefined` if the provider cannot predict anything. */
  preview({ options, ...request }: OfResource<DeployRequest>): Promise<ComputedValues | undefined> {
    return this.#notRetried({
      ...this.#about(request, options),
      method: 'provider.Resource.Preview',
      deadline: 'deploy',
      given: request.spec,
      whileOpen: () => undefined,
      make: async (provider, context, control) =>
        await provider.preview?.({ ...asPluginsKnow(request), context }, control),
    })
  }

  /** Not retried, because the requirements do not list the method. */
  validateDataSource({ options, ...request }: OfResource<FetchRequest>): Promise<readonly PluginDiagnostic[]> {
    return this.#validated({
      ...aboutData(request, options),
      method: 'provider.DataSource.CustomValidate',
      deadline: 'validate',
      make: async (provider, context, control) =>
        (await provider.validateDataSource?.({ ...request, context }, control)) ?? [],
    })
  }

  /** Not retried, because the requirements do not list the method. */
  validate({ options, ...request }: OfResource<ValidateResourceRequest>): Promise<readonly PluginDiagnostic[]> {
    if (this.#isComposed(request)) return Promise.resolve([])
    return this.#validated({
      ...this.#about(request, options),
      method: 'provider.Resource.CustomValidate',
      deadline: 'validate',
      given: request.spec,
      whileOpen: () => [],
      make: (provider, context, control) => provider.validateResource({ ...asPluginsKnow(request), context }, control),
    })
  }

  /** Returns the faults a provider finds in its own settings. Not retried: the requirements do not know it. */
  validateSettings(namespace: string): Promise<readonly PluginDiagnostic[]> {
    return this.#notRetried({
      namespace,
      name: namespace,
      method: 'provider.ValidateSettings',
      deadline: 'validate',
      given: null,
      make: async (provider, context, control) => (await provider.validateSettings?.(context, control)) ?? [],
    })
  }

  /** Not retried, because the requirements do not list the method. */
  callFunction(namespace: string, name: string, args: readonly Value[]): Promise<Value> {
    return this.#notRetried({
      namespace,
      name,
      method: 'provider.Function.Call',
      deadline: 'callFunction',
      given: args,
      make: async (provider, context, control) =>
        valueOfAnswer(namespace, await provider.callFunction({ name, args, context }, control)),
      kept: (answer) => answer,
    })
  }

  #retried<T>(call: Call<T>): Promise<T> {
    return this.#told(call, this.#options.providers.byNamespace.get(call.namespace)?.retryPolicy ?? defaultRetryPolicy)
  }

  /** Calls a method that the requirements do not list, so that even a TRANSIENT failure counts at once. */
  #notRetried<T>(call: Call<T>): Promise<T> {
    return this.#told(call, { ...defaultRetryPolicy, maxRetries: 0 })
  }

  /** Reports a plugin's refusal like a failed call, so that it is also logged, and kept in the history. */
  async #validated(call: Call<readonly PluginDiagnostic[]>): Promise<readonly PluginDiagnostic[]> {
    const { ports, events } = this.#options
    const attempt = new TimedAttempt(ports.clock)
    const found = await this.#notRetried(call)
    const { name, method, namespace } = call
    const event = attempt.refused({ name, method, pluginId: this.pluginId(namespace) }, found)
    if (event !== undefined) events(event)
    return found
  }

  /** Makes a call, with retries, and reports each failed attempt with the time that it took. */
  #told<T>(call: Call<T>, policy: RetryPolicy): Promise<T> {
    const { ports, stop, events } = this.#options
    const { clock, random } = ports
    let begun = 0
    let attempt = new TimedAttempt(clock)
    const make = (): Promise<T> => {
      attempt = new TimedAttempt(clock, ++begun, policy.maxRetries + 1)
      return this.#once(call)
    }
    return withRetry(make, {
      policy,
      clock,
      random,
      stop,
      onFailure: (failure, _, retryInMs) => {
        const event = attempt.failed({ name: call.name, method: call.method, pluginId: failure.pluginId }, failure)
        events(retryInMs === undefined ? event : { ...event, retryInMs })
      },
    })
  }

  async #once<T>(call: Call<T>): Promise<T> {
    if (call.kept !== undefined && this.#largeAnswers.areTooMany) throw tooMuch(this.pluginId(call.namespace), call)
    try {
      const answer = await this.#make(call)
      this.#largeAnswers.add(call.kept?.(answer))
      return answer
    } catch (thrown) {
      throw thrown instanceof PluginFailure ? redacted(thrown, call.given) : thrown
    }
  }

  async #make<T>(call: Call<T>): Promise<T> {
    const { ports, deadlines, cancel, within } = this.#options
    if (isOpen(call)) return unasked(call)
    const provider = await ports.catalog.provider(call.namespace, call.configuration, call.settings)
    const limits = {
      deadlineMs: call.deadlineMs ?? deadlines[call.deadline],
      ...(call.deadlineMs !== undefined && { allowedMs: call.deadlineMs }),
      ...(within !== undefined && { within }),
    }
    const context = contextFor(call, ports.catalog)
    if (cancel === undefined) return await call.make(provider, context, limits)
    if (cancel.aborted) throw this.#cancelled(call)
    const answer = call.make(provider, context, { ...limits, signal: cancel })
    const isAwaited = provider.answersCancelled === true && /Deploy$|Destroy$/.test(call.method)
    return await (isAwaited ? answer : this.#unlessCancelled(call, answer))
  }

  /** The id of the plugin that has a namespace; the namespace itself if there is none. */
  pluginId(namespace: string): string {
    return this.#options.providers.byNamespace.get(namespace)?.pluginId ?? namespace
  }

  /** The answer to a call. After an abort, it does not wait for a plugin that ignores the signal. */
  #unlessCancelled<T>(call: Call<T>, answer: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const giveUp = (): void => reject(this.#cancelled(call, answer))
      this.#inFlight.add(giveUp)
      answer.then(resolve, reject).finally(() => this.#inFlight.delete(giveUp))
    })
  }

  /** The failure of a cancelled call. `answer` may still come; it is absent if the call was not made. */
  #cancelled(call: CallName, answer?: Promise<unknown>): PluginFailure {
    const pluginId = this.pluginId(call.namespace)
    return new PluginFailure('engine/call-cancelled', `the call ${call.method} for ${call.name} was cancelled`, {
      pluginId,
      method: call.method,
      pluginErrorCode: 'UNEXPECTED',
      ...(answer === undefined ? { refused: true, unsent: true } : { inDoubt: true, over: endOfCall(answer) }),
    })
  }
}
