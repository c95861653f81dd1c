import { configured, type Plugin, type PluginOption } from '@slipway/agent'
import type { z } from 'zod'
import { readSettings } from './read.ts'
import type { ConfigSources } from './sources.ts'

export type { ConfigSources }

/** Some of the settings, as a program gives them. */
export type Given<T> = { readonly [K in keyof T]?: T[K] | undefined }

/**
 * Settings of plugins by their names, from a file, the environment and the command line. A plugin for which nothing is
 * configured is disabled, not failed, unless it says that it has defaults.
 */
export class Config implements Plugin {
  name = 'config'
  readonly sources: ConfigSources = { environment: process.env, flags: process.argv.slice(2) }

  init(): void {}

  close(): void {}

  /**
   * The settings of a plugin. `undefined` when there are none and no defaults.
   *
   * @param defaults what the program itself sets; anything configured beats it, setting by setting
   * @throws Failure `infra/bad-config` that names the file or flag and each wrong setting
   */
  async read<T extends object>(plugin: string, schema: z.ZodType<T>, defaults?: Given<T>): Promise<T | undefined> {
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
