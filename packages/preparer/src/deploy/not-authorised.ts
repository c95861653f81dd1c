/** The policy has said no to what was installed, or to what was to be. */
export class NotAuthorised extends Error {
  /** Whether there is code to look at. */
  readonly isInstalled: boolean

  constructor(message: string, isInstalled: boolean) {
    super(message)
    this.isInstalled = isInstalled
  }
}
