import { statSync } from 'node:fs'
import { Failure, shellWord, shownPath } from '@slipway/model'
import type { AgreeToTrust, Brought, TrustMode } from './trust-mode.ts'
import { TrustedFolders } from './trusted-folders.ts'
import { userConfigDirectory } from './user-folder.ts'

/** The facts outside an operation that decide whether a folder is trusted. */
export interface TrustWorld {
  readonly env: NodeJS.ProcessEnv
  readonly trust?: TrustMode
  readonly agreeToTrust?: AgreeToTrust
}

/** Everything in a folder that needs trust. */
export interface BroughtByFolder {
  readonly things: readonly Brought[]
  /** Absolute directories of plugins among `things`. */
  readonly pluginPaths: readonly string[]
  /** The entries of `pluginPaths` that are also in the PATH, spelled as in the PATH. */
  readonly ofPath: readonly string[]
}

/** The trust in a folder. It decides whether the folder may run brought code, once per opened folder. */
export class FolderTrust {
  /** Absolute. */
  readonly folder: string
  readonly #brings: BroughtByFolder
  readonly #slipway: TrustWorld
  #isTrusted: boolean | undefined

  /**
   * Prepares the trust in a folder.
   *
   * @param brings everything that needs trust; see `broughtBy`
   */
  constructor(slipway: TrustWorld, folder: string, brings: BroughtByFolder) {
    this.folder = folder
    this.#slipway = slipway
    this.#brings = brings
  }

  /** The brought things that the folder may not use. Empty if the folder is trusted or, like most folders, brings nothing. */
  get leftOut(): readonly Brought[] {
    const { things } = this.#brings
    return things.length === 0 || this.isTrusted ? [] : things
  }

  /** Directories of plugins that may not be launched. */
  get leftOutPlugins(): Pick<BroughtByFolder, 'pluginPaths' | 'ofPath'> {
    return this.leftOut.length === 0 ? { pluginPaths: [], ofPath: [] } : this.#brings
  }

  /** True for a command that trusts no folder, such as an editor's command, even if the user has trusted this folder. */
  get isOutOfQuestion(): boolean {
    return this.#slipway.trust === 'none'
  }

  /** Whether the user trusts the folder. The answer matters even for a folder that brings nothing, because some features need a trusted folder. */
  get isTrusted(): boolean {
    this.#isTrusted ??=
      this.#slipway.trust !== 'none' && (isForAll(this.#slipway) || isTrusted(this.#slipway, this.folder))
    return this.#isTrusted
  }

  /**
   * Demands trust before brought code runs. Asks the user for trust if necessary and possible.
   *
   * @throws Failure `cli/untrusted`
   */
  async demand(): Promise<void> {
    const { leftOut: brings, folder } = this
    if (brings.length === 0) return
    const { trust, agreeToTrust: agree } = this.#slipway
    const isAgreed = trust !== 'none' && typeof agree === 'function' && (await agree({ folder, brings }))
    if (!isAgreed) throw untrusted(folder, brings)
    this.#isTrusted = true
    this.remember()
  }

  /** Asks for trust in the folder because of further brought things, if the user can be asked. `isTrusted` has the answer. */
  async offer(brings: readonly Brought[]): Promise<void> {
    const { trust, agreeToTrust: agree, env } = this.#slipway
    if (trust === 'none') return
    if (!this.isTrusted && typeof agree === 'function')
      this.#isTrusted = await agree({ folder: this.folder, brings: [...this.#brings.things, ...brings] })
    else if (agree !== true) return
    if (this.isTrusted) trustedFoldersOf(env).addIfPossible(this.folder)
  }

  /** Remembers the user's yes to the brought things. */
  remember(): void {
    if (this.#brings.things.length > 0) trustedFoldersOf(this.#slipway.env).addIfPossible(this.folder)
  }
}

/** Whether all folders are trusted. True by default, because callers of these functions run in their own folders. */
function isForAll({ trust = 'all' }: Pick<TrustWorld, 'trust'>): boolean {
  return trust === 'all'
}

/** True if the user trusts the folder: earlier for this folder, with `--trust`, or by SLIPWAY_TRUST. */
function isTrusted({ env, agreeToTrust }: Pick<TrustWorld, 'env' | 'agreeToTrust'>, folder: string): boolean {
  return agreeToTrust === true || isTrustedByVariable(env) || trustedFoldersOf(env).covering(folder) !== undefined
}

/** Returns the trusted folder that covers this folder. Files of its owner count as the user's own. */
export function ownFolderFor(
  slipway: TrustWorld,
  folder: string,
): { readonly path: string; readonly uid: number; readonly gid: number } | undefined {
  if (slipway.trust === 'none' || !isTrusted(slipway, folder)) return undefined
  const path = trustedFoldersOf(slipway.env).covering(folder)?.folder ?? folder
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats && { path, uid: stats.uid, gid: stats.gid }
}

export function trustedFoldersOf(env: NodeJS.ProcessEnv): TrustedFolders {
  return new TrustedFolders(userConfigDirectory(env))
}

function isTrustedByVariable(env: NodeJS.ProcessEnv): boolean {
  return ['1', 'true'].includes(env['SLIPWAY_TRUST'] ?? '')
}

function untrusted(folder: string, brings: readonly Brought[]): Failure {
  return new Failure(
    'cli/untrusted',
    `${shownPath(folder)} is not trusted, and this command would run or read parts of it`,
    {
      details: brings.map(({ what, place }) => `${what} (${place})`),
      hint: `look at it; if you trust it: slipway trust ${shellWord(folder)}, or SLIPWAY_TRUST=1 in CI`,
    },
  )
}

/** Writes a sentence that names the things a command leaves out. */
export function leftOutText({ folder, leftOut }: Pick<FolderTrust, 'folder' | 'leftOut'>): string {
  const [{ what, place } = { what: '', place: '' }, ...more] = leftOut
  const others = more.length === 0 ? '' : ` and ${more.length} more`
  return `${shownPath(folder)} is not trusted, so this leaves out its ${what} (${place})${others}: slipway trust ${shellWord(folder)} trusts it`
}
