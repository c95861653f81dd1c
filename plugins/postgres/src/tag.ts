import { refused } from '@slipway/sdk'
import { text } from './sql.ts'

/**
 * The resource id, as the comment of a thing. The tag identifies the thing after a crash, and distinguishes it from another one of the same
 * name. The transaction that makes the thing writes it, so that a thing never exists without it.
 */
export function tagged(what: string, resourceId: string): string {
  return `COMMENT ON ${what} IS ${text(tagOf(resourceId))}`
}

const begin = 'slipway '

export const tagOf = (resourceId: string): string => begin + resourceId

/** Whether a comment contains the tag; somebody may have added text to it. */
export function hasTag(comment: string | null, resourceId: string): boolean {
  const [, ...after] = comment?.split(tagOf(resourceId)) ?? []
  return after.some((rest) => !/^[\w-]/.test(rest))
}

/** True if a comment may contain a tag, of any resource. */
export function isTagged(comment: string): boolean {
  return comment.includes(begin)
}

/** An existing thing with the wanted name, as messages and statements name it. */
interface InTheWay {
  readonly words: string
  readonly statement: string
}

/** The error for an object under the requested name without the tag: made by another, or restored without it. */
export function taken(it: InTheWay, resourceId: string): Error {
  const name = it.words.slice(it.words.indexOf(' ') + 1)
  const own = `if it is the one that Slipway made, as after a restore without comments, ${putTag(it, resourceId)}`
  return refused(`the ${it.words} already exists`, {
    hint: `choose another name; or ${own}; or if Slipway should manage it, run slipway import with the id ${name}`,
  })
}

/** The error for an update of an object that Slipway did not make. */
export function notOurs(it: InTheWay, resourceId: string): Error {
  return refused(`the ${it.words} is not the one that Slipway made`, {
    hint: `if it is a copy of that, ${putTag(it, resourceId)}; otherwise slipway plan --refresh shows what is missing`,
  })
}

function putTag({ statement }: InTheWay, resourceId: string): string {
  return `give it the tag: ${tagged(statement, resourceId)}`
}
