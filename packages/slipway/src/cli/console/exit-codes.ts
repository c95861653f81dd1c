/** The exit codes of commands; docs/reference/exit-codes.md lists the same. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  /** With --detailed-exitcode: success, and there is or was something to change. */
  changes: 2,
  /** With --frozen: the lock file would have to change. */
  frozen: 3,
  interrupted: 130,
  terminated: 143,
} as const
