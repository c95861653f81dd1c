import type { HookCaller, HookNames } from './hooks.ts'

/** The options of a program's resource that its plugin must know. */
export interface ResourceWish {
  readonly ignoreChanges: readonly string[]
  readonly replaceOnChanges: readonly string[]
  /** Changed paths that force a replacement, regardless of the plugin. */
  readonly replaceBecause: readonly string[]
  /** `undefined`: the plugin decides. */
  readonly deleteBeforeReplace: boolean | undefined
  readonly additionalSecretOutputs: readonly string[]
  /** Paths of properties whose differences are hidden from users. */
  readonly hideDiffs: readonly string[]
  /** Seconds. */
  readonly timeouts: Readonly<Partial<Record<'create' | 'update' | 'delete' | 'read', number>>>
  /** The id of an existing thing to import as the resource. */
  readonly importId: string | undefined
  /** Hooks around its changes. */
  readonly hooks: HookNames
  /** The id to read it by, for a resource that is only read. */
  readonly readId: string | undefined
  /** URN of the earlier parent after a move to another parent. A renamed parent does not count. */
  readonly movedFrom?: string
  /** Called before the recorded resource is changed, or destroyed for a replacement. Fails if the record is another one by now. */
  readonly beforeChange?: (change: 'change' | 'destroyFirst') => Promise<void>
}

export const noWish: ResourceWish = {
  ignoreChanges: [],
  replaceOnChanges: [],
  replaceBecause: [],
  deleteBeforeReplace: undefined,
  additionalSecretOutputs: [],
  hideDiffs: [],
  timeouts: {},
  importId: undefined,
  hooks: {},
  readId: undefined,
}

/** The wishes of the running program about its resources, by URN. */
export class Wishes {
  readonly #wishes = new Map<string, ResourceWish>()
  /** Pending hooks of made or changed resources that are not recorded yet, by URN. */
  readonly #after = new Map<string, () => Promise<void>>()
  /** The hooks of the running program. */
  hooks: HookCaller | undefined

  set(urn: string, wish: ResourceWish): void {
    this.#wishes.set(urn, wish)
  }

  /** Forgets all wishes after the program's end. */
  forget(): void {
    this.#wishes.clear()
    this.#after.clear()
    this.hooks = undefined
  }

  /** Stores the hooks to call after work on a resource. */
  later(urn: string, after: () => Promise<void>): void {
    this.#after.set(urn, after)
  }

  /** Calls the hooks after a resource was recorded. They may wait for users, and a kill meanwhile loses nothing. */
  async recorded(urn: string): Promise<void> {
    const after = this.#after.get(urn)
    this.#after.delete(urn)
    await after?.()
  }

  /** The wish for a URN; `undefined` if no running program has requested it. */
  of(urn: string): ResourceWish | undefined {
    return this.#wishes.get(urn)
  }
}
