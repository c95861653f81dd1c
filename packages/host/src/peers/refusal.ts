/** The reason not to take a caller for the launched plugin. */
export interface Refusal {
  readonly code: 'host/registration-refused' | 'host/incompatible-protocol'
  readonly refusal: string
  /** True if the caller was not the launched plugin: the launch goes on. */
  readonly stranger: boolean
}
