/** How a command runs the draft: as a program, which asks for one resource after the other. Plain data, part of a sequence. */
export interface AsProgram {
  /**
   * `goals`: it is given records and asks with what it read in them, as the services for programs of Pulumi do, and is broken off when
   * something cannot be had. `inline`: a function that gives outputs to others; what does not need something that failed goes on.
   */
  readonly speaks: 'goals' | 'inline'
  readonly breaks?: Breaking
  /** Its user sees first what it would do, and agrees. */
  readonly isShown?: true
}

/** A program that does not come to its end. */
export interface Breaking {
  /** Once it has asked for so many resources. */
  readonly after: number
  /**
   * `throws`: at once, whatever is under way. `gives up`: once all that it asked for is there. `hangs`: it asks for nothing more, until
   * its user presses Ctrl-C. `asks twice`: for something that it has asked for.
   */
  readonly how: 'throws' | 'gives up' | 'hangs' | 'asks twice'
}

export const waysToBreak = ['throws', 'throws', 'gives up', 'hangs', 'asks twice'] as const
