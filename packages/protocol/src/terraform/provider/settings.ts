import {
  type CallControl,
  messageOf,
  type PluginDiagnostic,
  type ProviderContext,
  type Value,
  valueMap,
} from '@slipway/model'
import type { TerraformClient } from '../client/client.ts'
import { valueOfJsonText } from '../convert/json-text.ts'
import { valueToCty } from '../convert/values.ts'
import type { CtyValue } from '../cty/value.ts'
import { withWholeBlocks } from '../rules/whole-blocks.ts'
import type { TypeSchema } from '../schema/schema.ts'
import type { Descriptions } from './described.ts'
import { asPluginDiagnostics, errorsIn, refusal, withoutAnswer, wordsOf } from './told.ts'

export interface SettingsOptions {
  readonly pluginId: string
  /** The place of the user's settings, for messages. */
  readonly settingsAt: string
  /** Id of the plugin's present launch: a new process must be configured again. */
  readonly launch: () => string
}

/** The settings of a provider: the provider checks them, and each of its processes then gets them once. */
export class Settings {
  readonly #client: TerraformClient
  readonly #descriptions: Descriptions
  readonly #options: SettingsOptions
  #configured: { readonly launch: string; readonly done: Promise<void> } | undefined

  constructor(client: TerraformClient, descriptions: Descriptions, options: SettingsOptions) {
    this.#client = client
    this.#descriptions = descriptions
    this.#options = options
  }

  /** Configures the provider, if its process has not been configured yet. */
  async ready({ config }: Pick<ProviderContext, 'config'>, control: CallControl | undefined): Promise<void> {
    const launch = this.#options.launch()
    if (this.#configured?.launch !== launch) {
      const done = this.#configure(config, control)
      const configured = { launch, done }
      this.#configured = configured
      done.catch(() => {
        // The next process may be configured already.
        if (this.#configured === configured) this.#configured = undefined
      })
    }
    await this.#configured.done
  }

  /** Returns the provider's complaints about these settings, without configuring it. */
  async problems(
    { config }: Pick<ProviderContext, 'config'>,
    control: CallControl | undefined,
  ): Promise<readonly PluginDiagnostic[]> {
    const { pluginId, settingsAt } = this.#options
    const { provider } = await this.#descriptions.schemas(control)
    const asked = { pluginId, method: 'provider.ValidateProviderConfig' }
    const told = await this.#client
      .validateProvider(provider, this.#value(provider, config), control)
      .catch((thrown) => {
        throw withoutAnswer(thrown, asked, 'none')
      })
    // The client reports the warnings.
    const errors = asPluginDiagnostics({ diagnostics: errorsIn(told) }, asked.method)
    return errors.map((error) => Object.assign({}, error, { hint: `correct ${settingsAt}` }))
  }

  async #configure(config: ProviderContext['config'], control: CallControl | undefined): Promise<void> {
    const { provider } = await this.#descriptions.schemas(control)
    const value = this.#value(provider, config)
    await this.#told('provider.ValidateProviderConfig', this.#client.validateProvider(provider, value, control))
    await this.#told('provider.ConfigureProvider', this.#client.configure(provider, value, control))
  }

  #value(provider: TypeSchema, config: ProviderContext['config']): CtyValue {
    const { attributes } = provider.type
    try {
      const given = Object.entries(config)
        .filter(([name]) => Object.hasOwn(attributes, name))
        .map(([name, value]): [string, Value] => [name, structured(attributes[name], value)])
      return withWholeBlocks(provider.block, valueToCty(provider.type, valueMap(given)))
    } catch (thrown) {
      throw this.#refused('provider.ConfigureProvider', [messageOf(thrown)])
    }
  }

  async #told(
    method: string,
    answer: Promise<{ readonly diagnostics: Parameters<typeof errorsIn>[0]['diagnostics'] }>,
  ) {
    const asked = { pluginId: this.#options.pluginId, method }
    const told = await answer.catch((thrown: unknown) => {
      throw withoutAnswer(thrown, asked, 'none')
    })
    const errors = errorsIn(told)
    if (errors.length > 0) throw this.#refused(method, errors.map(wordsOf))
  }

  #refused(method: string, reasons: readonly string[]) {
    const { pluginId, settingsAt } = this.#options
    return refusal(reasons, { pluginId, method }, { hint: `correct ${settingsAt}` })
  }
}

/** Reads a setting. Settings are single values: a setting with parts comes as JSON text. */
function structured(type: unknown, value: Value): Value {
  return typeof type === 'object' && typeof value === 'string' ? valueOfJsonText(value) : value
}
