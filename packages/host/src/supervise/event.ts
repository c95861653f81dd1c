/** Events in the life of plugins, for logs and for progress. */
export interface HostEvent {
  /**
   * - `launched`, `registered`: on the way up
   * - `launch-failed`: one launch came to nothing; another follows, or the failure of the start
   * - `refused`: the host refused a registration
   * - `exited`: a running plugin ended that nobody stopped
   * - `draining`: the caller gave up a call that the plugin may still work on: the plugin gets no new calls, ends the others, and is
   * stopped
   * - `hung`: a plugin did not answer any more and was killed
   * - `left`: a plugin took its leave by itself
   * - `given-up`: the host will not launch it again
   * - `stopped`: it was stopped and nothing of it is left
   * - `said`: it warns the user
   * - `notice`: anything else that is odd
   */
  readonly kind:
    | 'launched'
    | 'registered'
    | 'launch-failed'
    | 'refused'
    | 'exited'
    | 'draining'
    | 'hung'
    | 'left'
    | 'given-up'
    | 'stopped'
    | 'said'
    | 'notice'
  readonly pluginId: string
  /** A sentence that contains the plugin's name. */
  readonly message: string
  readonly pid?: number
}
