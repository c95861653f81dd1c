/**
 * The moments at which a process is killed: each call of a provider that a run makes, before its work and after it. The provider holds a run at its
 * moment (the trouble `hold` of package store).
 */
export const victims = ['engine', 'provider'] as const
export type Victim = (typeof victims)[number]

export interface Moment {
  /** The run in which it happens: the resources are made, changed, replaced, read again, imported, or destroyed. */
  readonly run: 'create' | 'update' | 'replace' | 'refresh' | 'import' | 'destroy'
  readonly call: 'configure' | 'plan' | 'create' | 'read' | 'update' | 'delete' | 'import'
  /** True if the work is done, and only the answer is missing. */
  readonly after: boolean
}

export const moments: readonly Moment[] = [
  { run: 'create', call: 'configure', after: false },
  { run: 'create', call: 'plan', after: false },
  { run: 'create', call: 'create', after: false },
  { run: 'create', call: 'create', after: true },
  { run: 'update', call: 'update', after: false },
  { run: 'update', call: 'update', after: true },
  { run: 'replace', call: 'delete', after: false },
  { run: 'replace', call: 'delete', after: true },
  { run: 'replace', call: 'create', after: false },
  { run: 'replace', call: 'create', after: true },
  { run: 'refresh', call: 'read', after: false },
  { run: 'destroy', call: 'delete', after: false },
  { run: 'destroy', call: 'delete', after: true },
]
