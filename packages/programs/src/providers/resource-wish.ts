import type { HookCaller, HookNames } from './hooks.ts'

/** The options that a program gives a resource, as far as the plugin must know them. */
export interface ResourceWish {
  readonly ignoreChanges: readonly string[]
  readonly replaceOnChanges: readonly string[]
  /** Why it has to be replaced, whatever the plugin says: paths of what has changed. */
  readonly replaceBecause: readonly string[]
  /** `undefined`: the plugin decides. */
  readonly deleteBeforeReplace: boolean | undefined
  readonly additionalSecretOutputs: readonly string[]
  /** Paths of properties of which people are not shown what differs. */
  readonly hideDiffs: readonly string[]
  /** Seconds. */
  readonly timeouts: Readonly<Partial<Record<'create' | 'update' | 'delete' | 'read', number>>>
  /** The id of a thing that is there, and is to be the resource. */
  readonly importId: string | undefined
  /** Hooks that are called around its changes. */
  readonly hooks: HookNames
  /** It is only read, under this id. */
  readonly readId: string | undefined
  /** URN of the parent that it had, where it has another one by now: not the same under another name. */
  readonly movedFrom?: string
  /** Is called before what is recorded of it is changed, or destroyed to be replaced. Fails where it is something else by now. */
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
  /** By URN: hooks of what is made or changed, and not recorded yet. */
  readonly #after = new Map<string, () => Promise<void>>()
  /** Of the program that runs. */
  hooks: HookCaller | undefined

  set(urn: string, wish: ResourceWish): void {
    this.#wishes.set(urn, wish)
  }

  /** The program has ended: what it wanted counts no more. */
  forget(): void {
    this.#wishes.clear()
    this.#after.clear()
    this.hooks = undefined
  }

  /** Takes the hooks that come after something was done to a resource. */
  later(urn: string, after: () => Promise<void>): void {
    this.#after.set(urn, after)
  }

  /** It is recorded: calls the hooks that come after that. They may wait for people, and whoever is killed meanwhile has lost nothing. */
  async recorded(urn: string): Promise<void> {
    const after = this.#after.get(urn)
    this.#after.delete(urn)
    await after?.()
  }

  /** `undefined`: no program runs that has asked for it. */
  of(urn: string): ResourceWish | undefined {
    return this.#wishes.get(urn)
  }
}
