import type { ResourceRecord } from '@slipway/stores'

/**
 * What there is outside of a recorded resource.
 * - `none`: surely nothing
 * - `doubtful`: its create was called, and nobody knows what became of it
 * - `there`: it exists, whole or not
 * - `going`: its destruction has begun and did not end
 */
export type Existence = 'none' | 'doubtful' | 'there' | 'going'

export function existenceOf({ status, deployedAt, doubtSince }: ResourceRecord): Existence {
  switch (status) {
    case 'absent':
    case 'destroyed':
      return 'none'
    case 'create-interrupted':
      return 'doubtful'
    case 'create-failed':
      if (deployedAt !== undefined) return 'there'
      // A refusal says that nothing was made; any other failure leaves a doubt.
      return doubtSince === undefined ? 'none' : 'doubtful'
    case 'destroying':
    case 'destroy-failed':
    case 'destroy-interrupted':
      return 'going'
    case 'creating':
    case 'created':
    case 'updating':
    case 'updated':
    case 'update-failed':
    case 'update-interrupted':
      return 'there'
  }
}

/** True when there is, or may be, something outside that belongs to this record. */
export function mayExist(record: ResourceRecord): boolean {
  return existenceOf(record) !== 'none'
}
