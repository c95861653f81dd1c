import {
  containsUnknown,
  equalValues,
  isSecret,
  messageOf,
  PluginFailure,
  type ProviderConfiguration,
  type ProviderContext,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { structFromWire, structToWire, type Understood } from '../convert/struct.ts'
import { ResourceProvider as Methods } from '../gen/provider.ts'
import { type PulumiCallOptions, type PulumiCalls, wordsOf } from './calls/calls.ts'
import { replacedBy, saysNothing } from './compare/replaced-by.ts'

/** The capabilities that a plugin reported in its greeting; older plugins are not greeted. */
export interface Accepted {
  readonly secrets: boolean
}

interface Configured {
  readonly launch: string
  readonly understood: Promise<Understood>
}

/** A plugin's present and former configuration. */
type Given = Pick<ProviderContext, 'config' | 'before' | 'isKept'>

export interface ConfigurationOptions {
  /** The namespace with a colon at its end: `random:`. */
  readonly namespace: string
  /** Where the user writes its settings, for messages; by default the place for settings of a provider. */
  readonly settingsAt?: string | undefined
  /** Id of the launch that answers now: a new launch must be configured again. */
  readonly launch: () => string
  /** Returns the capabilities; `undefined` for a plugin that reports them when it is configured. */
  readonly accepted: () => Accepted | undefined
}

/** The settings of a plugin: the plugin checks them, and each of its processes then gets them once. */
export class Configuration {
  readonly #calls: PulumiCalls
  readonly #options: ConfigurationOptions
  #configured: Configured | undefined
  #settings: ProviderConfiguration | undefined
  #previews = false

  constructor(calls: PulumiCalls, options: ConfigurationOptions) {
    this.#calls = calls
    this.#options = options
  }

  /** The plugin's last configuration; `undefined` before the first. */
  get settings(): ProviderConfiguration | undefined {
    return this.#settings
  }

  /** True when the plugin previews creates and updates. */
  get previews(): boolean {
    return this.#previews
  }

  /** Configures the plugin if need be. A process that has only just replaced another may refuse one call. */
  async ready(given: Given, options: PulumiCallOptions): Promise<Understood> {
    const launch = this.#options.launch()
    if (this.#configured?.launch !== launch) {
      const understood = this.#configure(given, options)
      this.#configured = { launch, understood }
      understood.catch(() => (this.#configured = undefined))
    }
    return await this.#configured.understood
  }

  async #configure({ config, before, isKept = false }: Given, limits: PulumiCallOptions): Promise<Understood> {
    const { control, deadlineMs } = limits
    const given = valueMap(Object.entries(config))
    const isSame = isKept && before !== undefined && equalValues(before.given, given)
    const { checked, isVouchedFor = false } = isSame
      ? before
      : await this.#renewed(given, before, isKept, { control, deadlineMs })
    const options = { method: 'provider.Configure', control, deadlineMs }
    const secrets = this.#options.accepted()?.secrets
    const request = this.#calls.prepared(options, () => ({
      ...this.#about(),
      id: 'slipway',
      variables: this.#variables(checked),
      args: structToWire(checked, { secrets: secrets === true }),
      acceptSecrets: true,
      acceptResources: true,
      sendsOldInputs: true,
      sendsOldInputsToDelete: true,
    }))
    const { acceptSecrets, supportsPreview } = await this.#calls.call(Methods.Configure, request, options)
    // A plugin that answered the greeting supports previews.
    this.#previews = secrets !== undefined || supportsPreview
    this.#settings = { given, checked, ...(isVouchedFor && { isVouchedFor }) }
    return { secrets: secrets ?? acceptSecrets }
  }

  /**
   * Checks the new settings. The existing resource was made with the former settings: if the new ones belong to another account, a run that
   * changes nothing goes on with the former settings, and every other call fails before anything is changed.
   */
  async #renewed(
    given: ValueMap,
    before: ProviderConfiguration | undefined,
    isKept: boolean,
    limits: Pick<PulumiCallOptions, 'control' | 'deadlineMs'>,
  ): Promise<Pick<ProviderConfiguration, 'checked' | 'isVouchedFor'>> {
    const checked = await this.checked(given, before?.checked ?? valueMap(), {
      method: 'provider.CheckConfig',
      ...limits,
    })
    if (before === undefined) return { checked }
    const replaces = await this.replacedBy(before.checked, checked, { method: 'provider.DiffConfig', ...limits })
    if (replaces === undefined) return { checked }
    if (replaces.length === 0) return { checked, isVouchedFor: true }
    if (isKept) return { checked: before.checked, isVouchedFor: true }
    throw this.#calls.refusal(
      [`with another ${replaces.join(', ')}, the plugin cannot find the resources that were created with the old one`],
      { method: 'provider.DiffConfig' },
      {
        code: 'protocol/other-configuration',
        hint: `change ${this.#settingsAt()} back, or first destroy the existing resources`,
      },
    )
  }

  /** Returns the names of the settings whose change makes it another provider. `undefined`: the plugin does not say. */
  async replacedBy(olds: ValueMap, news: ValueMap, options: PulumiCallOptions): Promise<readonly string[] | undefined> {
    const request = this.#calls.prepared(options, () => ({
      ...this.#about(),
      olds: structToWire(olds),
      news: structToWire(news, { unknowns: true }),
      oldInputs: structToWire(olds),
    }))
    const answer = await this.#calls.call(Methods.DiffConfig, request, options).catch(unlessUnimplemented)
    return answer === undefined || saysNothing(answer) ? undefined : replacedBy(answer)
  }

  #settingsAt(): string {
    const { namespace, settingsAt } = this.#options
    return settingsAt ?? `providers."${namespace}" in slipway.config.yaml`
  }

  /** Returns the settings with the plugin's additions, or unchanged when the plugin does not check them. Secrets stay marked. */
  async checked(config: ValueMap, olds: ValueMap, options: PulumiCallOptions): Promise<ValueMap> {
    const sent = this.#calls.prepared(options, () => ({
      olds: structToWire(olds),
      news: structToWire(config, { unknowns: true }),
    }))
    const request = { ...this.#about(), ...sent }
    const answer = await this.#calls.call(Methods.CheckConfig, request, options).catch(unlessUnimplemented)
    if (answer === undefined) return config
    if (answer.failures.length > 0) {
      throw this.#calls.refusal(answer.failures.map(wordsOf), options, { hint: `correct ${this.#settingsAt()}` })
    }
    const until = containsUnknown(config) ? 'the settings of its provider' : undefined
    const inputs = this.#calls.understood(options, () => structFromWire(answer.inputs, until))
    return valueMap(
      Object.entries(inputs).map(([name, value]) => {
        const given = config[name]
        return [name, given !== undefined && isSecret(given) ? given : value] as const
      }),
    )
  }

  #about(): { readonly urn: string; readonly name: string; readonly type: string } {
    const type = `pulumi:providers:${this.#options.namespace.slice(0, -1)}`
    return { urn: `urn:pulumi:slipway::slipway::${type}::default`, name: 'default', type }
  }

  /** Returns the settings in the form for older plugins: text, or JSON for other values. */
  #variables(config: ValueMap): Record<string, string> {
    const entries = Object.entries(config).filter(([name]) => name !== 'version')
    return Object.fromEntries(
      entries.map(([name, marked]) => {
        const value = isSecret(marked) ? marked.value : marked
        return [`${this.#options.namespace}config:${name}`, typeof value === 'string' ? value : JSON.stringify(value)]
      }),
    )
  }
}

/** Ignores an unknown method. Some plugins report it with another status. */
function unlessUnimplemented(error: unknown): undefined {
  const isUnimplemented =
    error instanceof PluginFailure &&
    (error.code === 'protocol/unimplemented' ||
      /\bunimplemented\b|cannot unmarshal .* of type struct/i.test(messageOf(error)))
  if (!isUnimplemented) throw error
}
