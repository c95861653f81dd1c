/** Runs a program, in whatever language it is written. */
export interface ProgramHost {
  /**
   * Runs the program and resolves when it has ended, however that was. Once the signal is aborted the program is ended.
   */
  run(request: ProgramRunRequest, signal: AbortSignal): Promise<ProgramEnd>
  /** Resolves once whoever runs the program is there. Fails as `run` does. */
  readonly isThere: () => Promise<unknown>
}

export interface ProgramRunRequest {
  readonly project: string
  readonly stack: string
  readonly organization: string
  /** In plain text, by full name: `aws:region`. */
  readonly config: ReadonlyMap<string, string>
  readonly configSecretKeys: readonly string[]
  /** Nothing is done: the program runs so that one knows what it would ask for. */
  readonly dryRun: boolean
  /** How many resources at a time. */
  readonly parallel: number
  /** Where the program finds its engine. */
  readonly monitorAddress: string
  readonly engineAddress: string
}

export interface ProgramEnd {
  /** It has failed, and has said why itself. */
  readonly bail: boolean
  /** Why it has failed; empty when it has not, or has said so itself. */
  readonly error: string
}
