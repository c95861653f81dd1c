/** Asks whether to make a new instance. */
export interface NewInstanceQuestion {
  readonly instance: string
  /** The instance with the most similar name. Absent: no name is similar. */
  readonly nearest?: string
}

/** The user's permissions for an instance that Slipway would otherwise refuse as a likely mistake. */
export interface InstanceWish {
  /**
   * Whether to allow a new instance although its blueprint has variables files but none for it: true, or a function that asks the user. Absent: such
   * an instance fails with `cli/new-instance`.
   */
  readonly create?: boolean | ((question: NewInstanceQuestion) => Promise<boolean>) | undefined
  /** Whether to accept variables files of another instance. Absent: they fail with `cli/other-variables`. */
  readonly otherVariables?: boolean | undefined
  /** Whether to accept an instance that was deployed from another file of the folder. Absent: such an instance fails with `cli/other-blueprint`. */
  readonly otherBlueprint?: boolean | undefined
}
