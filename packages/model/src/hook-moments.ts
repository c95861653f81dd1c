/** The moments at which hooks are called, in the order of the document, and our own `preparer_init`. */
export const hookMoments = [
  'preparer_init',
  'before_install',
  'after_install',
  'before_launch',
  'after_launch',
  'after_auth_fail',
  'before_uninstall',
] as const

export type HookMoment = (typeof hookMoments)[number]
