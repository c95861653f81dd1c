/** Events in the life of plugins, for logs and for progress. */
export interface HostEvent {
  /**
   * - `launched`, `registered`: on the way up
   * - `launch-failed`: one launch came to nothing; another follows, or the failure of the start
   * - `refused`: somebody asked to be registered who may not
   * - `exited`: a running plugin ended that nobody stopped
   * - `draining`: a call was given up that a plugin may still be at: it gets no new ones, ends the others, and is stopped
   * - `hung`: a plugin answers nothing any more and was killed
   * - `left`: a plugin took its leave by itself
   * - `given-up`: it will not be launched again
   * - `stopped`: it was stopped and nothing of it is left
   * - `said`: it warns whoever runs it
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
  /** A sentence with the plugin's name in it. */
  readonly message: string
  readonly pid?: number
}
