import { packName } from './pack-name.ts'
import { Failure } from '@slipway/model'
import { givenText, isPointer } from './given-text.ts'
import { knownSetting, knownSettings, type SettingTree, type SettingValue } from './known.ts'
import { settingFromText } from './read-value.ts'

/** A value and its origin: `flag --parallel`, `SLIPWAY_PARALLELISM`, `slipway.config.yaml:3`, `default`. */
export interface Setting {
  readonly path: readonly string[]
  /** The value as given: `env:AWS_TOKEN`, not the value of that variable. */
  readonly value: SettingValue
  readonly origin: string
  /** The base of relative paths in the value. Absent: the working directory of the command. */
  readonly base?: string
}

/** A setting that a project's file sets but may not. */
export interface IgnoredSetting {
  /** The key as written: `plugins.allowUnsafePaths`. */
  readonly key: string
  readonly origin: string
}

/** The sources of settings. */
export interface SettingLayers {
  readonly user: readonly Setting[]
  /** The project's settings, which override the user's. */
  readonly project: readonly Setting[]
  /** One sentence per setting that the project sets but may not. */
  readonly ignored?: readonly string[]
  /** Settings that override the user's and the project's; the weakest layer first. */
  readonly stronger: readonly (readonly Setting[])[]
}

/** The facts that are needed to resolve pointers in settings. */
export interface PointerContext {
  readonly env: NodeJS.ProcessEnv
  /** The command's working directory. */
  readonly cwd: string
}

/**
 * All settings of a command, each from the strongest source that sets it. A pointer to a variable or a file is resolved on use, so a
 * command that only shows the state needs no tokens.
 */
export class Settings {
  /** The settings in the project's file, including overridden ones. */
  readonly ofProject: readonly Setting[]
  readonly #layers: SettingLayers
  readonly #byKey: ReadonlyMap<string, Setting>
  readonly #pointers: PointerContext
  readonly #found = new Map<Setting, SettingValue>()
  /** The sentences about ignored settings; see `SettingLayers`. */
  readonly ignored: readonly string[]

  constructor(layers: SettingLayers, pointers: PointerContext) {
    const { user, project, stronger } = layers
    this.#layers = layers
    this.ofProject = project
    this.ignored = layers.ignored ?? []
    this.#pointers = pointers
    const all = [defaults(), user, project.map((setting) => this.#added(setting)), ...stronger].flat()
    this.#byKey = new Map(all.map((setting) => [keyOf(setting.path), setting]))
  }

  /** Returns a setting in the user's file, even if it is overridden. */
  ofUser(...path: readonly string[]): Setting | undefined {
    return this.#layers.user.find((setting) => keyOf(setting.path) === keyOf(path))
  }

  /** Adds the project's list to the user's list, for settings that combine them. */
  #added(setting: Setting): Setting {
    const own = this.ofUser(...setting.path)
    const { value, origin } = setting
    if (own === undefined || knownSetting(setting.path)?.addedByProject !== true) return setting
    if (!Array.isArray(own.value) || !Array.isArray(value)) return setting
    const paths = own.value.map((path) => packName(String(path), own.base ?? ''))
    return { ...setting, value: [...paths, ...value], origin: `${own.origin} and ${origin}` }
  }

  /** Returns these settings without some of the project's. */
  withoutOfProject(isLeftOut: (setting: Setting) => boolean): Settings {
    const project = this.ofProject.filter((setting) => !isLeftOut(setting))
    return new Settings({ ...this.#layers, project }, this.#pointers)
  }

  /** Returns every setting with a value, sorted by key, as given. */
  all(): readonly Setting[] {
    return [...this.#byKey.values()].sort((a, b) => (keyOf(a.path) < keyOf(b.path) ? -1 : 1))
  }

  /** Returns the setting as given, with pointers unresolved. */
  get(...path: readonly string[]): Setting | undefined {
    return this.#byKey.get(keyOf(path))
  }

  text(...path: readonly string[]): string | undefined {
    const value = this.#value(path)
    return typeof value === 'string' ? value : undefined
  }

  /** Returns a number that has a default. */
  number(...path: readonly string[]): number {
    const value = this.#value(path)
    if (typeof value !== 'number') throw new TypeError(`no number for the setting ${path.join('.')}`)
    return value
  }

  flag(...path: readonly string[]): boolean {
    return this.#value(path) === true
  }

  list(...path: readonly string[]): readonly string[] {
    const value = this.get(...path)?.value
    return Array.isArray(value) ? value.map(String) : []
  }

  /** Returns the settings one level below a path, by name: the provider settings of `['providers', 'aws']`. */
  below(...path: readonly string[]): Readonly<Record<string, SettingValue>> {
    const found = [...this.#byKey.values()].filter(
      (setting) => setting.path.length === path.length + 1 && path.every((name, index) => setting.path[index] === name),
    )
    return Object.fromEntries(found.map((setting) => [setting.path[path.length] as string, this.#lookUp(setting)]))
  }

  /** Returns the names of settings one level below a path: the configurations of `['configurations', 'aws']`. */
  names(...path: readonly string[]): readonly string[] {
    const names = [...this.#byKey.values()].flatMap((setting) =>
      path.every((name, index) => setting.path[index] === name) ? (setting.path[path.length] ?? []) : [],
    )
    return [...new Set(names)].sort()
  }

  /** Returns a setting of kind `tree`, which other code interprets: `nodes`, `tasks`. */
  tree(name: string): SettingTree | readonly SettingValue[] | undefined {
    const value = this.get(name)?.value
    return typeof value === 'object' && value !== null ? value : undefined
  }

  #value(path: readonly string[]): SettingValue | undefined {
    const setting = this.get(...path)
    return setting === undefined ? undefined : this.#lookUp(setting)
  }

  /** Returns the value of a setting. Fails if its pointer leads to nothing or to an invalid value. */
  #lookUp(setting: Setting): SettingValue {
    const { path, value, origin, base } = setting
    if (!isPointer(value)) return value
    let found = this.#found.get(setting)
    if (found === undefined) {
      const { env, cwd } = this.#pointers
      const key = writtenKey(path)
      const text = givenText(value, { env, folder: base ?? cwd, about: `${key} (${origin})` })
      const known = knownSetting(path)
      // Only the provider knows the right type, so the text stays a text.
      const read = known === undefined || known.kind === 'scalar' ? { value: text } : settingFromText(known, text)
      if ('problem' in read) throw new Failure('cli/bad-setting', `${origin}: ${key} (${value}) ${read.problem}`)
      found = read.value
      this.#found.set(setting, found)
    }
    return found
  }
}

/** Returns the key as written in a file: `providers."aws:".region`. */
export function writtenKey(path: readonly string[]): string {
  return path.map((part) => (/^[\w-]+$/.test(part) ? part : JSON.stringify(part))).join('.')
}

/** Returns an unambiguous key, because names may contain dots. */
function keyOf(path: readonly string[]): string {
  return path.join('\u0000')
}

function defaults(): readonly Setting[] {
  return Object.entries(knownSettings).flatMap(([key, known]) =>
    known.default === undefined ? [] : [{ path: key.split('.'), value: known.default, origin: 'default' }],
  )
}
