import { configured, type Plugin, type PluginContext, type PluginOption } from '@slipway/agent'
import { Failure } from '@slipway/model'
import type { z } from 'zod'
import { misspelt, type SettingsReader } from './misspelt.ts'
import { givenDirectory, readSettings, settingsIn } from './read.ts'
import type { ConfigSources } from './sources.ts'

export type { ConfigSources }

/** Some of the settings, as a program gives them. */
export type Given<T> = { readonly [K in keyof T]?: T[K] | undefined }

/**
 * Settings of plugins by their names, from a file, the environment and the command line. A plugin without any setting is disabled, not
 * failed, unless it declares defaults.
 */
export class Config implements Plugin {
  name = 'config'
  readonly sources: ConfigSources = { environment: process.env, flags: process.argv.slice(2) }

  readonly #readers = new Map<string, SettingsReader>()

  /** @throws Failure `infra/bad-config` when the named folder of settings does not exist */
  init(): void {
    this.#readers.clear()
    givenDirectory(this.sources)
  }

  /**
   * By now every plugin has read its settings.
   * @throws Failure `infra/bad-config` with all flags and variables that name a plugin but none of its settings
   */
  afterInit(context: PluginContext): void {
    const problems = misspelt(this.sources, context.agent.plan(), this.#readers)
    if (problems.length === 0) return
    // The message has all problems: an agent shows only messages of the errors that kept it from starting.
    throw new Failure('infra/bad-config', problems.join('\n'), {
      hint: 'correct the name; docs/reference/agent-settings.md lists the settings of each plugin',
    })
  }

  close(): void {}

  /**
   * Reads the settings of a plugin. `undefined` when there are none and no defaults.
   * @param defaults set by the program itself; anything configured beats them, setting by setting
   * @param more `ownsVariables`: no other program begins its variables with this name
   * @throws Failure `infra/bad-config` that names the file or flag and each wrong setting
   */
  async read<T extends object>(
    plugin: string,
    schema: z.ZodType<T>,
    defaults?: Given<T>,
    more: Pick<SettingsReader, 'ownsVariables'> = {},
  ): Promise<T | undefined> {
    this.#readers.set(plugin, { settings: settingsIn(schema), ...more })
    return readSettings(this.sources, plugin, schema, defaults)
  }
}

export const defaultPlugin = newPlugin()

export function newPlugin(...options: readonly PluginOption<Config>[]): Config {
  return configured(new Config(), options)
}

export function useSources(sources: Partial<ConfigSources>): PluginOption<Config> {
  return (config) => {
    Object.assign(config.sources, sources)
  }
}
