/** Whether an instance may be made that nobody has deployed yet. */
export interface NewInstanceQuestion {
  readonly instance: string
  /** The instance whose name is most like it; absent: none is. */
  readonly nearest?: string
}

/** What a user has said about an instance that Slipway would otherwise refuse, because it looks like a mistake. */
export interface InstanceWish {
  /**
   * The instance may be new, although its blueprint has variables files and none for it: true, or who is asked. Absent: that fails with
   * `cli/new-instance`.
   */
  readonly create?: boolean | ((question: NewInstanceQuestion) => Promise<boolean>) | undefined
  /** Take variables files that belong to another instance. Absent: that fails with `cli/other-variables`. */
  readonly otherVariables?: boolean | undefined
  /** Go on with an instance that was deployed from another file of the folder. Absent: that fails with `cli/other-blueprint`. */
  readonly otherBlueprint?: boolean | undefined
}
