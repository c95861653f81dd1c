import { delimiter, dirname, join } from 'node:path'
import { driverVariable, markVariable, pluginVariable, runVariable } from '@slipway/processes'
import { isOwnVariable, type Environment } from '../layout.ts'

/**
 * The part of the engine's environment that plugins get.
 * - `inherit`: everything except Slipway's own settings and secrets. Cloud SDKs find their credentials there.
 * - `listed`: the variables that every program needs, and the names listed here; `AWS_*` stands for all names with this beginning.
 */
export type EnvironmentPolicy =
  | { readonly mode: 'inherit' }
  | { readonly mode: 'listed'; readonly names: readonly string[] }

/** Tells of a process which plugin has started it. */
export interface PluginMark {
  /** See `markOf`. */
  readonly engine: string
  /** See `GroupRecord.mark`. */
  readonly run: string
  readonly plugin: string
}

export interface EnvironmentOptions {
  readonly engine: Environment
  readonly policy: EnvironmentPolicy
  /** Variables of the dialect; an `undefined` one is not handed on. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Variables that this plugin gets under another name. */
  readonly renamed?: Readonly<Record<string, string>>
  /** Marks every process below a plugin as started by it; left out for one that ends by itself. */
  readonly mark?: PluginMark
  /** Node's cache of compiled JavaScript: halves the start of plugins written in it. */
  readonly compileCacheDir?: string
}

const always = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LC_*', 'TZ', 'TMPDIR', 'XDG_*']

/** Handles of the engine's own parent (an IPC channel, a test runner), which mean nothing to a plugin. */
const parental = new Set(['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE', 'NODE_TEST_CONTEXT', 'NODE_UNIQUE_ID'])

/** The environment of one plugin process. */
export function pluginEnvironment(options: EnvironmentOptions): Record<string, string> {
  const environment: Record<string, string> = {}
  const allowed = allows(options.policy)
  for (const [name, value] of Object.entries(options.engine)) {
    if (value !== undefined && !isOwnVariable(name) && !parental.has(name) && allowed(name)) environment[name] = value
  }
  const plain = { ...environment }
  for (const [name, from] of Object.entries(options.renamed ?? {})) {
    const value = plain[from]
    if (value !== undefined) environment[name] = value
  }
  for (const [name, value] of Object.entries(options.variables)) {
    if (value === undefined) delete environment[name]
    else environment[name] = value
  }
  if (options.mark !== undefined) {
    const { engine, run, plugin } = options.mark
    Object.assign(environment, { [markVariable]: engine, [runVariable]: run, [pluginVariable]: plugin })
  }
  const driver = options.engine[driverVariable]
  if (driver !== undefined) environment[driverVariable] = driver
  keepCodeOutside(environment, options.compileCacheDir)
  // Plugins that begin with `#!/usr/bin/env node` get the Node that runs the engine.
  environment['PATH'] = [dirname(process.execPath), environment['PATH']].filter((part) => part).join(delimiter)
  return environment
}

/** Compiled code beside a plugin's sources would change the installed files, so it goes elsewhere, or nowhere. */
function keepCodeOutside(environment: Record<string, string>, folder: string | undefined): void {
  if (folder === undefined) {
    environment['PYTHONDONTWRITEBYTECODE'] ??= '1'
    return
  }
  environment['NODE_COMPILE_CACHE'] ??= folder
  environment['PYTHONPYCACHEPREFIX'] ??= join(folder, 'python')
}

function allows(policy: EnvironmentPolicy): (name: string) => boolean {
  if (policy.mode === 'inherit') return () => true
  const names = [...always, ...policy.names]
  const exact = new Set(names.filter((name) => !name.endsWith('*')))
  const beginnings = names.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1))
  return (name) => exact.has(name) || beginnings.some((beginning) => name.startsWith(beginning))
}
