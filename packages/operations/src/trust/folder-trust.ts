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

/** All that needs trust in a folder. */
export interface BroughtByFolder {
  readonly things: readonly Brought[]
  /** Absolute: directories of plugins among them. */
  readonly pluginPaths: readonly string[]
  /** Entries that are also in the PATH, as they stand there. */
  readonly ofPath: readonly string[]
}

/** Whether a folder may run what it brings, worked out once when the folder is opened. */
export class FolderTrust {
  /** Absolute. */
  readonly folder: string
  readonly #brings: BroughtByFolder
  readonly #slipway: TrustWorld
  #isTrusted: boolean | undefined

  /** @param brings everything that needs trust; see `broughtBy` */
  constructor(slipway: TrustWorld, folder: string, brings: BroughtByFolder) {
    this.folder = folder
    this.#slipway = slipway
    this.#brings = brings
  }

  /** What the folder brings and may not use. Empty where it is trusted, or brings nothing, as most do. */
  get leftOut(): readonly Brought[] {
    const { things } = this.#brings
    return things.length === 0 || this.isTrusted ? [] : things
  }

  /** Directories of plugins that may not be launched. */
  get leftOutPlugins(): Pick<BroughtByFolder, 'pluginPaths' | 'ofPath'> {
    return this.leftOut.length === 0 ? { pluginPaths: [], ofPath: [] } : this.#brings
  }

  /** A command that trusts no folder, such as an editor's: whether its user has trusted this one does not matter. */
  get isOutOfQuestion(): boolean {
    return this.#slipway.trust === 'none'
  }

  /** Also asked of folders that bring nothing: some things are only done for those that the user trusts. */
  get isTrusted(): boolean {
    this.#isTrusted ??=
      this.#slipway.trust !== 'none' && (isForAll(this.#slipway) || isTrusted(this.#slipway, this.folder))
    return this.#isTrusted
  }

  /**
   * For what runs what the folder brings: asks where that is needed and somebody can be asked.
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

  /** Asks for trust in the folder for something that it does not bring to run, where somebody can be asked. `isTrusted` has the answer. */
  async offer(brings: readonly Brought[]): Promise<void> {
    const { trust, agreeToTrust: agree, env } = this.#slipway
    if (trust === 'none') return
    if (!this.isTrusted && typeof agree === 'function')
      this.#isTrusted = await agree({ folder: this.folder, brings: [...this.#brings.things, ...brings] })
    else if (agree !== true) return
    if (this.isTrusted) trustedFoldersOf(env).addIfPossible(this.folder)
  }

  /** Remembers a yes that was given for what the folder brings. */
  remember(): void {
    if (this.#brings.things.length > 0) trustedFoldersOf(this.#slipway.env).addIfPossible(this.folder)
  }
}

/** The default: whoever calls these functions runs in his own folders. */
function isForAll({ trust = 'all' }: Pick<TrustWorld, 'trust'>): boolean {
  return trust === 'all'
}

/** True where the user has said so: for this folder, with `--trust`, or by SLIPWAY_TRUST. */
function isTrusted({ env, agreeToTrust }: Pick<TrustWorld, 'env' | 'agreeToTrust'>, folder: string): boolean {
  return agreeToTrust === true || isTrustedByVariable(env) || trustedFoldersOf(env).covering(folder) !== undefined
}

/** The folder whose owner's files count as the user's own: the one that covers this folder, if he has trusted one. */
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
  return new Failure('cli/untrusted', `${shownPath(folder)} is not trusted, and brings what this would run or read`, {
    details: brings.map(({ what, place }) => `${what} (${place})`),
    hint: `look at it; if you trust it: slipway trust ${shellWord(folder)}, or SLIPWAY_TRUST=1 in CI`,
  })
}

/** One sentence about what a command leaves out. */
export function leftOutText({ folder, leftOut }: Pick<FolderTrust, 'folder' | 'leftOut'>): string {
  const [{ what, place } = { what: '', place: '' }, ...more] = leftOut
  const others = more.length === 0 ? '' : ` and ${more.length} more`
  return `${shownPath(folder)} is not trusted, so this leaves out its ${what} (${place})${others}: slipway trust ${shellWord(folder)} trusts it`
}
