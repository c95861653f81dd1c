/** Something in a folder that runs code of the folder, or leads elsewhere what belongs to its user. */
export interface Brought {
  /** For people: `plugin path ./plugins`. */
  readonly what: string
  /** For people: `slipway.config.yaml:3`. */
  readonly place: string
}

/**
 * Which folders may run code of their own.
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
