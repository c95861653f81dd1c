import { Failure, shellWord, shownPath } from '@slipway/model'
import { TrustedFolders } from './trusted-folders.ts'
import { userConfigDirectory } from './user-folder.ts'

/** Something in a folder that runs code of the folder, or leads elsewhere what belongs to its user. */
export interface Brought {
  /** For people: `plugin path ./plugins`. */
  readonly what: string
  /** For people: `slipway.config.yaml:3`. */
  readonly place: string
}

/**
 * Whose folders may run code of their own.
 *
 * - `all`: every folder, as for a program of the user's own, which runs in his folders
 * - `remembered`: those that the user has trusted
 * - `none`: no folder
 */
export type TrustMode = 'all' | 'remembered' | 'none'

/** What a user is asked before a folder is trusted. */
export interface TrustQuestion {
  /** Absolute. */
  readonly folder: string
  readonly brings: readonly Brought[]
}

/** True: the folder is trusted from now on; or who is asked for that. */
export type AgreeToTrust = true | ((question: TrustQuestion) => Promise<boolean>)

export interface TrustOptions {
  readonly mode: TrustMode
  readonly agree?: AgreeToTrust | undefined
}

/** Whether a folder may run what it brings, decided once when it is opened. */
export interface FolderTrust {
  /** Absolute. */
  readonly folder: string
  /** The user, or the caller, trusts this folder. */
  readonly isTrusted: boolean
  /** What the folder brings and may not use, because it is not trusted. Empty for most. */
  readonly leftOut: readonly Brought[]
}

/** Trusts a folder, or not, by what is known of it without looking at what it brings. */
export function isTrustedFolder(folder: string, env: NodeJS.ProcessEnv, mode: TrustMode): boolean {
  if (mode !== 'remembered') return mode === 'all'
  return isTrustedByVariable(env) || trustedFoldersOf(env).covering(folder) !== undefined
}

/**
 * For a command that runs what a folder brings: asks where that is needed and somebody can be asked, and remembers a yes.
 *
 * @throws Failure `cli/untrusted`
 */
export async function trustToRun(
  { folder, leftOut: brings }: FolderTrust,
  env: NodeJS.ProcessEnv,
  { mode, agree }: TrustOptions,
): Promise<void> {
  const isAgreed = mode === 'remembered' && (agree === true || (await agree?.({ folder, brings })) === true)
  if (!isAgreed) throw untrusted(folder, brings)
  trustedFoldersOf(env).add(folder)
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
    `${shownPath(folder)} is not trusted, and brings what would run or be read here`,
    {
      details: brings.map(({ what, place }) => `${what} (${place})`),
      hint: `look at it; if you trust it: slipway trust ${shellWord(folder)}, or SLIPWAY_TRUST=1 in CI`,
    },
  )
}

/** One line about what a command does without. */
export function leftOutText({ folder, leftOut }: FolderTrust): string {
  const [{ what, place } = { what: '', place: '' }, ...more] = leftOut
  const others = more.length === 0 ? '' : ` and ${more.length} more`
  return `${shownPath(folder)} is not trusted, so this leaves out ${what} (${place})${others}: slipway trust ${shellWord(folder)} trusts it`
}
