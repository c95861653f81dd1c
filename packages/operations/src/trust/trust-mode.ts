/** Something in a folder that runs the folder's code, or that redirects the user's data elsewhere. */
export interface Brought {
  /** A description for messages: `plugin path ./plugins`. */
  readonly what: string
  /** The place for messages: `slipway.config.yaml:3`. */
  readonly place: string
}

/**
 * The folders that may run their own code.
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

/** The user's agreement to trust a folder from now on. A function asks the user. */
export type AgreeToTrust = true | ((question: TrustQuestion) => Promise<boolean>)
