import type { ResourceRecord } from '@slipway/stores'

/** Something that needs a plugin which is not there. */
export interface MissingPlugin {
  /** `aws`, `random:`; or the id of a plugin that has no types: `pulumi/language-yaml` */
  readonly namespace: string
  /** Empty: whichever there is. */
  readonly version: string
  /** Where it can be had, as far as whoever needs it says so. */
  readonly server?: string | undefined
  /** Of the plugin that made what is recorded. */
  readonly recorded?: Pick<ResourceRecord, 'pluginId' | 'pluginVersion' | 'pluginDescriptor'> | undefined
}

/** Deals with plugins that are needed and not there. */
export interface MissingPlugins {
  /**
   * Installs what provides these, where the project says which plugins those are and its user agrees. Resolves with true when
   * something was installed.
   *
   * @throws Failure of the installation
   */
  install(missing: readonly MissingPlugin[]): Promise<boolean>
  /** How to get it; `undefined`: nobody knows. `isMistyped`: nothing is guessed. */
  hint(missing: MissingPlugin, isMistyped: boolean): string | undefined
}

/** Most commands miss nothing: whatever installs is loaded when something is. */
export function whenMissed(load: () => Promise<MissingPlugins>): MissingPlugins {
  let loaded: MissingPlugins | undefined
  return {
    install: async (missing) => {
      loaded ??= await load()
      return await loaded.install(missing)
    },
    hint: (missing, isMistyped) => loaded?.hint(missing, isMistyped),
  }
}

/** Plugins that are missed at the same moment are one question, and one installation. Milliseconds. */
const togetherMs = 10

/** Asks once for everything that is missed at about the same time, and never twice for the same. */
export class MissedTogether {
  readonly #missing: MissingPlugins
  readonly #asked = new Map<string, Promise<boolean>>()
  #waiting: MissingPlugin[] = []
  #next: Promise<boolean> | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(missing: MissingPlugins) {
    this.#missing = missing
  }

  /** Resolves when it is installed (true), or will not be. Others go on meanwhile. */
  install(missing: MissingPlugin): Promise<boolean> {
    const key = `${missing.namespace} ${missing.version}`
    const known = this.#asked.get(key)
    if (known !== undefined) return known
    this.#waiting.push(missing)
    this.#next ??= this.#soon()
    this.#asked.set(key, this.#next)
    return this.#next
  }

  /** One installation after the other: nobody is asked two questions at once. */
  async #soon(): Promise<boolean> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    try {
      await new Promise((done) => setTimeout(done, togetherMs))
      await before
      const all = this.#waiting
      this.#waiting = []
      this.#next = undefined
      return await this.#missing.install(all)
    } finally {
      resolve()
    }
  }
}
