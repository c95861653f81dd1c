/** Why somebody is not taken for the plugin that was launched. */
export interface Refusal {
  readonly code: 'host/registration-refused' | 'host/incompatible-protocol'
  readonly refusal: string
  /** It was not the launched plugin that asked: the launch goes on. */
  readonly stranger: boolean
}
