import { refused } from '@slipway/sdk'
import { text } from './sql.ts'

/**
 * The resource id, as the comment of a thing. By it a thing is found again after a crash, and told from one of the same name that
 * somebody else has made. It is written in the transaction that makes the thing: nothing is ever there without it.
 */
export function tagged(what: string, resourceId: string): string {
  return `COMMENT ON ${what} IS ${text(tagOf(resourceId))}`
}

export const tagOf = (resourceId: string): string => `slipway ${resourceId}`

/** For what is there under a name that was asked for, made by another. */
export function taken(what: string): Error {
  return refused(`there is a ${what} already; choose another name, or remove it`)
}
