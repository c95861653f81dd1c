import type { Manifest } from '../manifest/manifest.ts'
import type { Objection } from './policy.ts'

export interface AllowList {
  /** Absent: every pod may run. */
  readonly pods?: readonly string[] | undefined
  /** Users that pods may run as; absent: every user. */
  readonly users?: readonly string[] | undefined
}

export function objectionOfList({ pods, users }: AllowList, { id, body }: Manifest, owner: string): Objection {
  if (pods !== undefined && !pods.includes(id)) return `the pod ${id} is not on the list of allowed pods`
  const user = body.run_as ?? owner
  return users !== undefined && !users.includes(user) ? `no pod may run as ${user}` : undefined
}
