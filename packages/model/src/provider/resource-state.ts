/**
 * The recorded life of a resource. `*-interrupted`: a call in doubt that is not settled yet. `absent`: the earlier holder of the name was
 * destroyed to make room, and this one has not been made yet.
 */
export const resourceStatuses = [
  'absent',
  'creating',
  'created',
  'create-failed',
  'create-interrupted',
  'updating',
  'updated',
  'update-failed',
  'update-interrupted',
  'destroying',
  'destroyed',
  'destroy-failed',
  'destroy-interrupted',
] as const

export type ResourceStatus = (typeof resourceStatuses)[number]

/**
 * The status after a call. `unstable`: done, but not stable yet. `failed`: answered with a failure. `cut`: no answer. Observers see `begun`
 * while the call is under way.
 */
const after: Readonly<Record<CallAction, Readonly<Record<CallEnd, ResourceStatus>>>> = {
  create: {
    begun: 'creating',
    unstable: 'creating',
    done: 'created',
    failed: 'create-failed',
    cut: 'create-interrupted',
  },
  update: {
    begun: 'updating',
    unstable: 'updating',
    done: 'updated',
    failed: 'update-failed',
    cut: 'update-interrupted',
  },
  delete: {
    begun: 'destroying',
    unstable: 'destroying',
    done: 'destroyed',
    failed: 'destroy-failed',
    cut: 'destroy-interrupted',
  },
}

export type CallAction = 'create' | 'update' | 'delete'

export type CallEnd = 'begun' | 'unstable' | 'done' | 'failed' | 'cut'

export function statusAfter(action: CallAction, end: CallEnd): ResourceStatus {
  return after[action][end]
}
