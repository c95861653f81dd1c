import { configured, type Plugin, type PluginOption } from '@slipway/agent'
import type { z } from 'zod'
import { readSettings } from './read.ts'

/** Some of the settings, as a program gives them. */
export type Given<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** Where settings come from. Each beats the ones before. */
export interface ConfigSources {
  /** A folder of files named for plugins: `etcd.yaml`, `etcd.yml`, `etcd.json`. `--config-dir` and `CONFIG_DIR` beat it. */
  directory?: string
  /** `ETCD_CONFIG` names a file, `ETCD_ENDPOINTS` sets one setting. */
  environment: Readonly<Record<string, string | undefined>>
  /** `--etcd-config=FILE` names a file, `--etcd.endpoints=VALUE` sets one setting. Values are read as YAML, except of texts. */
  flags: readonly string[]
}

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
