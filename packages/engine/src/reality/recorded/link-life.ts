import type { CurrentLink } from '@slipway/model'
import type { LinkRecord } from '@slipway/stores'
import { deleteUnfinished } from './life-cycle.ts'

/** The reason why a link must be made again although nothing has changed. Phases can be repeated, so nothing needs to be asked first. */
export function unfinishedLink({ status }: LinkRecord): string | undefined {
  switch (status) {
    case 'created':
    case 'updated':
      return undefined
    case 'creating':
    case 'create-interrupted':
      return 'last create was interrupted'
    case 'updating':
    case 'update-interrupted':
      return 'last update was interrupted'
    case 'create-failed':
      return 'last create failed'
    case 'update-failed':
      return 'last update failed'
    default:
      return deleteUnfinished
  }
}

/** The record of a link as a plugin gets it. */
export function currentLink({ status, data, intermediaries, failureReasons, deployedAt = 0 }: LinkRecord): CurrentLink {
  return {
    status,
    data,
    intermediaries,
    ...(failureReasons.length === 0 ? {} : { failureReasons }),
    lastDeployed: Math.floor(deployedAt / 1_000),
  }
}
