/** Runs a program in any language. */
export interface ProgramHost {
  /** Runs the program and resolves once it has ended in any way. Aborting the signal ends the program. */
  run(request: ProgramRunRequest, signal: AbortSignal): Promise<ProgramEnd>
  /** Resolves once the language plugin is running. Fails like `run`. */
  readonly isThere: () => Promise<unknown>
}

export interface ProgramRunRequest {
  readonly project: string
  readonly stack: string
  readonly organization: string
  /** In plain text, by full name: `aws:region`. */
  readonly config: ReadonlyMap<string, string>
  readonly configSecretKeys: readonly string[]
  /** The run changes nothing and only collects the program's requests. */
  readonly dryRun: boolean
  /** Maximum number of resources at a time. */
  readonly parallel: number
  /** The address of the program's services. */
  readonly monitorAddress: string
  readonly engineAddress: string
}

export interface ProgramEnd {
  /** The program has failed and has reported the reason itself. */
  readonly bail: boolean
  /** The reason of a failure; empty without one, or if the program has reported it itself. */
  readonly error: string
}
