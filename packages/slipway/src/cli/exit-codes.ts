/** How commands end; docs/reference/exit-codes.md says the same. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  /** With --detailed-exitcode: all went well, and there is, or was, something to change. */
  changes: 2,
  interrupted: 130,
  terminated: 143,
} as const
