/** Something in a folder that runs the folder's code, or that redirects the user's data elsewhere. */
export interface Brought {
  /** For messages: `plugin path ./plugins`. */
  readonly what: string
  /** For messages: `slipway.config.yaml:3`. */
  readonly place: string
}

/**
 * Decides which folders may run their own code.
 *
 * - `all`: every folder, for a user's own program in the user's own folders
 * - `remembered`: folders that the user has trusted
 * - `none`: no folder
 */
export type TrustMode = 'all' | 'remembered' | 'none'

/** A question to the user before a folder is trusted. */
export interface TrustQuestion {
  /** Absolute. */
  readonly folder: string
  readonly brings: readonly Brought[]
}

/** True: trust the folder from now on. A function asks the user. */
export type AgreeToTrust = true | ((question: TrustQuestion) => Promise<boolean>)
