/** How a command runs the draft as a program, which asks for one resource after the other. Plain data, part of a sequence. */
export interface AsProgram {
  /**
   * `goals`: gets records and asks with the values in them, as the services for programs of Pulumi do, and stops when something cannot be
   * had. `inline`: a function that passes outputs on; resources that do not need a failed one go on.
   */
  readonly speaks: 'goals' | 'inline'
  readonly breaks?: Breaking
  /** The user sees the planned changes first, and agrees. */
  readonly isShown?: true
}

/** A program that does not run to its end. */
export interface Breaking {
  /** The number of resources after which it breaks off. */
  readonly after: number
  /**
   * `throws`: at once, whatever is under way. `gives up`: once all requested resources are there. `hangs`: asks for nothing more, until its
   * user presses Ctrl-C. `asks twice`: asks again for something that it has asked for.
   */
  readonly how: 'throws' | 'gives up' | 'hangs' | 'asks twice'
}

export const waysToBreak = ['throws', 'throws', 'gives up', 'hangs', 'asks twice'] as const
