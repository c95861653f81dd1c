import { packName } from './pack-name.ts'
import { Failure } from '@slipway/model'
import { givenText, isPointer } from './given-text.ts'
import { knownSetting, knownSettings, type SettingTree, type SettingValue } from './known.ts'
import { settingFromText } from './read-value.ts'

/** A value and who gave it: `flag --parallel`, `SLIPWAY_PARALLELISM`, `slipway.config.yaml:3`, `default`. */
export interface Setting {
  readonly path: readonly string[]
  /** As it was given: `env:AWS_TOKEN` is not what that variable holds. */
  readonly value: SettingValue
  readonly origin: string
  /** The directory that a relative path in the value starts from; absent: where the command runs. */
  readonly base?: string
}

/** A setting that a project's file gives, but must not. */
export interface IgnoredSetting {
  /** As it is written: `plugins.allowUnsafePaths`. */
  readonly key: string
  readonly origin: string
}

/** The sources of settings. */
export interface SettingLayers {
  readonly user: readonly Setting[]
  /** Stronger than the user's. */
  readonly project: readonly Setting[]
  /** A sentence for each setting that a project may not give, and has given. */
  readonly ignored?: readonly string[]
  /** Stronger than both, weakest first. */
  readonly stronger: readonly (readonly Setting[])[]
}

/** Looks up settings that point elsewhere. */
export interface PointerContext {
  readonly env: NodeJS.ProcessEnv
  /** The command's working directory. */
  readonly cwd: string
}

/**
 * All settings of a command, each from the strongest source that gives it. One that points to a variable or a file is
 * looked up when it is used: who only wants to see the state needs no tokens.
 */
export class Settings {
  /** The settings in the project's file, also those that something stronger overrides. */
  readonly ofProject: readonly Setting[]
  readonly #layers: SettingLayers
  readonly #byKey: ReadonlyMap<string, Setting>
  readonly #pointers: PointerContext
  readonly #found = new Map<Setting, SettingValue>()
  /** See `SettingLayers`. */
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

  /** A setting in the user's own file, even where something stronger overrides it. */
  ofUser(...path: readonly string[]): Setting | undefined {
    return this.#layers.user.find((setting) => keyOf(setting.path) === keyOf(path))
  }

  /** A setting of the project on top of the user's own, where that is how it works. */
  #added(setting: Setting): Setting {
    const own = this.ofUser(...setting.path)
    const { value, origin } = setting
    if (own === undefined || knownSetting(setting.path)?.addedByProject !== true) return setting
    if (!Array.isArray(own.value) || !Array.isArray(value)) return setting
    const paths = own.value.map((path) => packName(String(path), own.base ?? ''))
    return { ...setting, value: [...paths, ...value], origin: `${own.origin} and ${origin}` }
  }

  /** The same as if the project did not say some of what it says. */
  withoutOfProject(isLeftOut: (setting: Setting) => boolean): Settings {
    const project = this.ofProject.filter((setting) => !isLeftOut(setting))
    return new Settings({ ...this.#layers, project }, this.#pointers)
  }

  /** Every setting that has a value, by key, as it was given. */
  all(): readonly Setting[] {
    return [...this.#byKey.values()].sort((a, b) => (keyOf(a.path) < keyOf(b.path) ? -1 : 1))
  }

  /** As it was given. */
  get(...path: readonly string[]): Setting | undefined {
    return this.#byKey.get(keyOf(path))
  }

  text(...path: readonly string[]): string | undefined {
    const value = this.#value(path)
    return typeof value === 'string' ? value : undefined
  }

  /** A number that has a default. */
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

  /** Settings one level below a path, by name: the provider settings of `['providers', 'aws']`. */
  below(...path: readonly string[]): Readonly<Record<string, SettingValue>> {
    const found = [...this.#byKey.values()].filter(
      (setting) => setting.path.length === path.length + 1 && path.every((name, index) => setting.path[index] === name),
    )
    return Object.fromEntries(found.map((setting) => [setting.path[path.length] as string, this.#lookUp(setting)]))
  }

  /** Names that settings have one level below a path: configurations of `['configurations', 'aws']`. */
  names(...path: readonly string[]): readonly string[] {
    const names = [...this.#byKey.values()].flatMap((setting) =>
      path.every((name, index) => setting.path[index] === name) ? (setting.path[path.length] ?? []) : [],
    )
    return [...new Set(names)].sort()
  }

  /** Settings of kind `tree`, which somebody else reads: `nodes`, `tasks`. */
  tree(name: string): SettingTree | readonly SettingValue[] | undefined {
    const value = this.get(name)?.value
    return typeof value === 'object' && value !== null ? value : undefined
  }

  #value(path: readonly string[]): SettingValue | undefined {
    const setting = this.get(...path)
    return setting === undefined ? undefined : this.#lookUp(setting)
  }

  /** The value of a setting. Fails when it points to nothing, or to something that it cannot be. */
  #lookUp(setting: Setting): SettingValue {
    const { path, value, origin, base } = setting
    if (!isPointer(value)) return value
    let found = this.#found.get(setting)
    if (found === undefined) {
      const { env, cwd } = this.#pointers
      const key = writtenKey(path)
      const text = givenText(value, { env, folder: base ?? cwd, about: `${key} (${origin})` })
      const known = knownSetting(path)
      // Only the provider knows what fits it: the text stays a text.
      const read = known === undefined || known.kind === 'scalar' ? { value: text } : settingFromText(known, text)
      if ('problem' in read) throw new Failure('cli/bad-setting', `${origin}: ${key} (${value}) ${read.problem}`)
      found = read.value
      this.#found.set(setting, found)
    }
    return found
  }
}

/** As it is written in a file: `providers."aws:".region`. */
export function writtenKey(path: readonly string[]): string {
  return path.map((part) => (/^[\w-]+$/.test(part) ? part : JSON.stringify(part))).join('.')
}

/** Names may hold dots; the key is for telling settings apart only. */
function keyOf(path: readonly string[]): string {
  return path.join('\u0000')
}

function defaults(): readonly Setting[] {
  return Object.entries(knownSettings).flatMap(([key, known]) =>
    known.default === undefined ? [] : [{ path: key.split('.'), value: known.default, origin: 'default' }],
  )
}
