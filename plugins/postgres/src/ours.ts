import { computed, refused, type Call } from '@slipway/sdk'
import { DatabaseError } from 'pg'
import * as z from 'zod'
import { text, type Session } from './sql.ts'
import { hasTag, isTagged, tagOf } from './tag.ts'

/** What is there under the name of a thing. */
export interface Found {
  readonly oid: number
  readonly comment: string | null
}

/** What is recorded of a thing. Records of earlier versions have no server. */
export interface Known {
  readonly oid?: number | undefined
  readonly server?: string | undefined
}

/** A thing, in the words of a message and of a statement: `table public.orders`, `TABLE "public"."orders"`. */
interface Naming {
  readonly words: string
  readonly statement: string
}

export interface RecordOf {
  readonly known: Known
  readonly naming: Naming
}

/** For the schemas of things that the server numbers. */
export const serverId = computed(
  z.string().optional().describe('Id of the server (`system_identifier`), if it may be asked for it.'),
)

/**
 * Whether a thing that was found by its name is the one that Slipway made: it carries the tag; or it has the recorded object id, if
 * somebody has written another comment. Another server numbers its objects anew, so the id only counts on the same one.
 *
 * @throws CallError if nobody can say
 */
export async function isOurs(
  session: Session,
  found: Found | undefined,
  resourceId: string,
  { known, naming }: RecordOf,
): Promise<boolean> {
  if (found === undefined) return false
  if (hasTag(found.comment, resourceId)) return true
  if (known.oid === undefined || known.oid !== found.oid) return false
  if (known.server !== undefined) return known.server === (await serverOf(session))
  if (found.comment === null || isTagged(found.comment)) return false
  throw untagged(found.comment, resourceId, naming)
}

/** Before a thing of ours is destroyed. A copy from a backup has the tag, and another id. */
export function requireRecorded({ oid }: Found, { known, naming }: RecordOf): void {
  if (known.oid !== undefined && known.oid !== oid) throw unlike(naming.words, 'has another object id than recorded')
}

/** For what is not quite as recorded, and may still be the same: only the user can say. */
export function unlike(words: string, how: string): Error {
  return refused(`the ${words} ${how}: it may be a copy from a backup, or somebody else's`, {
    hint: 'if it is the one that Slipway is to have, run slipway refresh, which records it as it is; otherwise slipway state rm',
  })
}

/** Tells the user what `destroy` leaves. */
export function tellLeft({ log }: Pick<Call, 'log'>, words: string): void {
  log.notice(`the ${words} stays: it is not the one that Slipway made`)
}

/** Which server this is: it and its copies have an id of their own. `undefined` if it may not be asked. */
export async function serverOf({ rows }: Session): Promise<string | undefined> {
  try {
    const [found] = await rows<{ id: string }>('SELECT system_identifier::text AS id FROM pg_control_system()')
    return found?.id
  } catch (thrown) {
    if (thrown instanceof DatabaseError && thrown.code === '42501') return undefined
    throw thrown
  }
}

function untagged(comment: string, resourceId: string, { words, statement }: Naming): Error {
  const tag = tagOf(resourceId)
  return refused(`the comment of the ${words} does not contain the tag of Slipway any more`, {
    hint: `if it is the one that Slipway made, put the tag back: COMMENT ON ${statement} IS ${text(`${comment} (${tag})`)}`,
  })
}
