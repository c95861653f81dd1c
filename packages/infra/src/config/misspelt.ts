import { type ConfigSources, variableName } from './sources.ts'

/** A plugin that reads its configuration. */
export interface SettingsReader {
  /** The settings that it has; absent: unknown. */
  readonly settings?: readonly string[] | undefined
  /** True if no other program's variables begin with the plugin's name: then a variable that is none of its settings is a mistake. */
  readonly ownsVariables?: boolean | undefined
}

/** For plugins whose name begins no variable of another program. */
export const ownVariables: Pick<SettingsReader, 'ownsVariables'> = { ownsVariables: true }

/** The ends of variable names that other software sets after a plugin's name: Kubernetes and Docker for their services. */
const ofServices = /^(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP)(_(PROTO|PORT|ADDR))?|VERSION|DOWNLOAD_\w+)$/

/** Such endings for programs and images that share their name with a plugin. */
const ofNamesakes: Readonly<Record<string, RegExp>> = {
  grpc: /^(VERBOSITY|TRACE|SSL_CIPHER_SUITES|DEFAULT_SSL_ROOTS_FILE_PATH|(NODE|EXPERIMENTAL|XDS)_\w+)$/,
  postgres: /^(USER|PASSWORD|DB|INITDB_ARGS|INITDB_WALDIR|HOST_AUTH_METHOD)(_FILE)?$/,
}

/**
 * Flags and variables that name a plugin of the agent but none of its settings, one sentence each. Flags and variables that name no plugin belong to
 * the program.
 *
 * @param plugins all plugins of the agent; those that are not among the readers take no settings
 */
export function misspelt(
  { flags, environment }: ConfigSources,
  plugins: readonly string[],
  readers: ReadonlyMap<string, SettingsReader>,
): readonly string[] {
  return [...wrongFlags(flags, plugins, readers), ...wrongVariables(environment, readers)]
}

function wrongFlags(
  flags: readonly string[],
  plugins: readonly string[],
  readers: ReadonlyMap<string, SettingsReader>,
): readonly string[] {
  const end = flags.indexOf('--')
  return flags.slice(0, end === -1 ? flags.length : end).flatMap((flag) => {
    const [name = ''] = flag.split('=')
    const plugin = longest(plugins, (one) => name.startsWith(`--${one}.`))
    if (plugin === undefined) return []
    const reader = readers.get(plugin)
    if (reader === undefined) return [`${name}: the plugin ${plugin} takes no settings`]
    const { settings } = reader
    const key = name.slice(`--${plugin}.`.length)
    return settings === undefined || settings.includes(key) ? [] : [unknownText(name, plugin, settings)]
  })
}

function wrongVariables(
  environment: ConfigSources['environment'],
  readers: ReadonlyMap<string, SettingsReader>,
): readonly string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    // An empty variable counts as not set.
    if (value === undefined || value === '') return []
    const plugin = longest([...readers.keys()], (one) => name.startsWith(`${variableName(one)}_`))
    const { settings, ownsVariables } = readers.get(plugin ?? '') ?? {}
    if (plugin === undefined || settings === undefined || ownsVariables !== true) return []
    const key = name.slice(variableName(plugin).length + 1)
    const isKnown = key === 'CONFIG' || settings.some((setting) => variableName(setting) === key)
    const isOfOthers = ofServices.test(key) || ofNamesakes[plugin]?.test(key) === true || isServiceLink(key, value)
    return isKnown || isOfOthers ? [] : [unknownText(name, plugin, settings)]
  })
}

/** `REDIS_PORT=tcp://10.0.0.11:6379`, as Kubernetes sets it. */
function isServiceLink(key: string, value: string): boolean {
  return key === 'PORT' && /^(tcp|udp):\/\//.test(value)
}

function longest(names: readonly string[], isMeant: (name: string) => boolean): string | undefined {
  return names.filter(isMeant).sort((a, b) => b.length - a.length)[0]
}

function unknownText(name: string, plugin: string, settings: readonly string[]): string {
  return `${name}: the plugin ${plugin} has no such setting; there are: ${settings.join(', ')}`
}
