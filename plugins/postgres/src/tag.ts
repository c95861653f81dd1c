import { refused } from '@slipway/sdk'
import { text } from './sql.ts'

/**
 * The resource id, as the comment of a thing. By it a thing is found again after a crash, and told from one of the same name that
 * somebody else has made. It is written in the transaction that makes the thing: nothing is ever there without it.
 */
export function tagged(what: string, resourceId: string): string {
  return `COMMENT ON ${what} IS ${text(tagOf(resourceId))}`
}

const begin = 'slipway '

export const tagOf = (resourceId: string): string => begin + resourceId

/** Somebody may have written more into the comment. */
export function hasTag(comment: string | null, resourceId: string): boolean {
  const [, ...after] = comment?.split(tagOf(resourceId)) ?? []
  return after.some((rest) => !/^[\w-]/.test(rest))
}

/** Whether a comment may contain a tag, of whatever resource. */
export function isTagged(comment: string): boolean {
  return comment.includes(begin)
}

/** For what is there under a name that was asked for, made by another. */
export function taken(what: string): Error {
  return refused(`there is a ${what} already; choose another name, or remove it`)
}

/** For an update, when what has the name is not what Slipway made. */
export function notOurs(what: string): Error {
  return refused(`the ${what} is not the one that Slipway made`, {
    hint: 'slipway plan --refresh shows what is missing; slipway up --refresh makes it, once the name is free',
  })
}
