import type { ResourceRecord } from '@slipway/stores'

/** A need for a missing plugin. */
export interface MissingPlugin {
  /** The namespace: `aws`, `random:`; or the id of a plugin without types. */
  readonly namespace: string
  /** The needed version. Empty: any version. */
  readonly version: string
  /** The server to download it from, if the requester names one. */
  readonly server?: string | undefined
  /** The recorded identity of the plugin that made the resource. */
  readonly recorded?: Pick<ResourceRecord, 'pluginId' | 'pluginVersion' | 'pluginDescriptor'> | undefined
}

/** Handles missing plugins. */
export interface MissingPlugins {
  /**
   * Installs the missing plugins if the project names their sources and the user agrees. Resolves to true if anything was installed.
   *
   * @throws Failure from the installation
   */
  install(missing: readonly MissingPlugin[]): Promise<boolean>
  /** Says how to install a missing plugin; `undefined` if unknown. Makes no guess if `isMistyped`. */
  hint(missing: MissingPlugin, isMistyped: boolean): string | undefined
}

/** Loads the installer on first need: most commands miss no plugin. */
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

/** Time window in which missing plugins become one question and one installation, in milliseconds. */
const togetherMs = 10

/** Asks once for all plugins missed at about the same time, and never twice for the same plugin. */
export class MissedTogether {
  readonly #missing: MissingPlugins
  readonly #asked = new Map<string, Promise<boolean>>()
  #waiting: MissingPlugin[] = []
  #next: Promise<boolean> | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(missing: MissingPlugins) {
    this.#missing = missing
  }

  /** Resolves to true once the plugin is installed, or to false if it cannot be installed. Other work continues meanwhile. */
  install(missing: MissingPlugin): Promise<boolean> {
    const key = `${missing.namespace} ${missing.version}`
    const known = this.#asked.get(key)
    if (known !== undefined) return known
    this.#waiting.push(missing)
    this.#next ??= this.#soon()
    this.#asked.set(key, this.#next)
    return this.#next
  }

  /** Runs one installation after the other, so that the user gets one question at a time. */
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
