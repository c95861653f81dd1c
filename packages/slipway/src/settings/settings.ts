import { knownSettings, type SettingTree, type SettingValue } from './known.ts'

/** A value and who gave it: `flag --parallel`, `SLIPWAY_PARALLELISM`, `slipway.config.yaml:3`, `default`. */
export interface Setting {
  readonly path: readonly string[]
  readonly value: SettingValue
  readonly origin: string
  /** The directory that a relative path in the value starts from; absent: where the command runs. */
  readonly base?: string
}

/** All settings of a command, each from the strongest source that gives it. */
export class Settings {
  readonly #byKey: ReadonlyMap<string, Setting>

  /** `layers`: weakest first. */
  constructor(layers: readonly (readonly Setting[])[]) {
    this.#byKey = new Map([defaults(), ...layers].flat().map((setting) => [keyOf(setting.path), setting]))
  }

  /** Every setting that has a value, by key. */
  all(): readonly Setting[] {
    return [...this.#byKey.values()].sort((a, b) => (keyOf(a.path) < keyOf(b.path) ? -1 : 1))
  }

  get(...path: readonly string[]): Setting | undefined {
    return this.#byKey.get(keyOf(path))
  }

  text(...path: readonly string[]): string | undefined {
    const value = this.get(...path)?.value
    return typeof value === 'string' ? value : undefined
  }

  /** A number that has a default. */
  number(...path: readonly string[]): number {
    const value = this.get(...path)?.value
    if (typeof value !== 'number') throw new TypeError(`no number for the setting ${path.join('.')}`)
    return value
  }

  flag(...path: readonly string[]): boolean {
    return this.get(...path)?.value === true
  }

  list(...path: readonly string[]): readonly string[] {
    const value = this.get(...path)?.value
    return Array.isArray(value) ? value.map(String) : []
  }

  /** What is set one level below a path, by name: the provider settings of `['providers', 'aws']`. */
  below(...path: readonly string[]): Readonly<Record<string, SettingValue>> {
    const found = [...this.#byKey.values()].filter(
      (setting) => setting.path.length === path.length + 1 && path.every((name, index) => setting.path[index] === name),
    )
    return Object.fromEntries(found.map((setting) => [setting.path[path.length] as string, setting.value]))
  }

  /** Settings of kind `tree`, which somebody else reads: `nodes`, `tasks`. */
  tree(name: string): SettingTree | readonly SettingValue[] | undefined {
    const value = this.get(name)?.value
    return typeof value === 'object' && value !== null ? value : undefined
  }
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
