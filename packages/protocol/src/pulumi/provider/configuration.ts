import { isSecret, messageOf, PluginFailure, type ProviderContext, type ValueMap, valueMap } from '@slipway/model'
import { structFromWire, structToWire, type Understood } from '../convert/struct.ts'
import { ResourceProvider as Methods } from '../gen/provider.ts'
import { type PulumiCallOptions, type PulumiCalls, wordsOf } from './calls.ts'

/** What a plugin has said that it takes when it was greeted; not all of them are asked then. */
export interface Accepted {
  readonly secrets: boolean
}

interface Configured {
  readonly launch: string
  readonly understood: Promise<Understood>
}

export interface ConfigurationOptions {
  /** With the colon that ends it: `random:`. */
  readonly namespace: string
  /** Of the process that answers now: another one must be configured anew. */
  readonly launch: () => string
  /** `undefined` for a plugin that says it when it is configured. */
  readonly accepted: () => Accepted | undefined
}

/** The settings of a plugin: checked by it, then given to it once for each of its processes. */
export class Configuration {
  readonly #calls: PulumiCalls
  readonly #options: ConfigurationOptions
  #configured: Configured | undefined

  constructor(calls: PulumiCalls, options: ConfigurationOptions) {
    this.#calls = calls
    this.#options = options
  }

  /** Configures the plugin if need be. A process that has replaced another in this very moment may refuse one call. */
  async ready({ config }: Pick<ProviderContext, 'config'>, options: PulumiCallOptions): Promise<Understood> {
    const launch = this.#options.launch()
    if (this.#configured?.launch !== launch) {
      const understood = this.#configure(valueMap(Object.entries(config)), options)
      this.#configured = { launch, understood }
      understood.catch(() => (this.#configured = undefined))
    }
    return await this.#configured.understood
  }

  async #configure(config: ValueMap, { control, deadlineMs }: PulumiCallOptions): Promise<Understood> {
    const checked = await this.#checked(config, { method: 'provider.CheckConfig', control, deadlineMs })
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
    const { acceptSecrets } = await this.#calls.call(Methods.Configure, request, options)
    return { secrets: secrets ?? acceptSecrets }
  }

  /** With what the plugin adds; as they are where it does not check its settings. Secrets stay marked. */
  async #checked(config: ValueMap, options: PulumiCallOptions): Promise<ValueMap> {
    const news = this.#calls.prepared(options, () => structToWire(config))
    const request = { ...this.#about(), olds: structToWire(valueMap()), news }
    const answer = await this.#calls.call(Methods.CheckConfig, request, options).catch((error: unknown) => {
      if (isUnimplemented(error)) return undefined
      throw error
    })
    if (answer === undefined) return config
    if (answer.failures.length > 0) {
      const { namespace } = this.#options
      const hint = `correct providers."${namespace}" in slipway.config.yaml`
      throw this.#calls.refusal(answer.failures.map(wordsOf), options, { hint })
    }
    const inputs = this.#calls.understood(options, () => structFromWire(answer.inputs))
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

  /** As older plugins read them: text, or JSON where it is none. */
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

/** Some plugins have other words for a call that they do not know. */
function isUnimplemented(error: unknown): boolean {
  if (!(error instanceof PluginFailure)) return false
  return error.code === 'protocol/unimplemented' || /\bunimplemented\b/i.test(messageOf(error))
}
