/** The policy has refused a pod that is installed, or was about to be. */
export class NotAuthorised extends Error {
  /** Whether there is code to look at. */
  readonly isInstalled: boolean

  constructor(message: string, isInstalled: boolean) {
    super(message)
    this.isInstalled = isInstalled
  }
}
