/**
 * The lines that keep the promises of docs/guides/security.md, each with a way to break it and the tests that must notice.
 * `npm run mutants -- promises` breaks them one by one.
 */
export interface BrokenPromise {
  /** What a user is promised, in a few words. */
  readonly promise: string
  /** From the root of the workspace. */
  readonly file: string
  /** Stands exactly once in the file. */
  readonly line: string
  /** What stands there instead. */
  readonly broken: string
  /** Test files, one of which must fail. */
  readonly tests: readonly string[]
  /** The tests run what `npm run build` makes, so that is built first. */
  readonly isBuilt?: boolean
}

export const promises: readonly BrokenPromise[] = []
