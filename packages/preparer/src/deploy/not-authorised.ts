/** The policy has refused a pod that is installed, or was about to be. */
export class NotAuthorised extends Error {
  /** Whether code is installed that the policy can check. */
  readonly isInstalled: boolean

  constructor(message: string, isInstalled: boolean) {
    super(message)
    this.isInstalled = isInstalled
  }
}
