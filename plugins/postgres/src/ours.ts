import { computed, refused, type Call } from '@slipway/sdk'
import { DatabaseError } from 'pg'
import * as z from 'zod'
import { connected, isNoDatabase, text, type Caller, type Session } from './sql.ts'
import { hasTag, isTagged, tagOf } from './tag.ts'

/** The object under the name of a thing. */
export interface Found {
  readonly oid: number
  readonly comment: string | null
}

/** The recorded facts about a thing. Records of earlier versions have no server. */
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

/** The recorded place of a thing. */
export interface PlaceOf {
  readonly known: Pick<Known, 'server'>
  readonly naming: Pick<Naming, 'words'>
}

/** For the schemas of things with an object id. */
export const serverId = computed(
  z.string().optional().describe('Id of the server (`system_identifier`), if it may be asked for it.'),
)

/**
 * Whether what was found by a name is the thing that Slipway made. The tag says so, also of a copy. Without it, as when somebody has written
 * another comment, only the recorded object id does, and only on the recorded server: another one numbers its objects anew.
 *
 *     found   tag        object id     server                         answer
 *     no                               as recorded, or not recorded   no: it is gone
 *     yes     ours                                                    yes; `requireRecorded` asks for the object id and the server, too
 *     yes     not ours   another one   as recorded, or not recorded   no: it is somebody else's
 *     yes     not ours   as recorded   as recorded                    yes
 *     yes     not ours   as recorded   not recorded                   no if it has another's tag, or no comment; otherwise refused
 *     yes     not ours   as recorded   cannot be asked                refused: who knows it can put the tag back
 *     any     not ours                 another one                    refused: the one that was made is there, and not here
 *     any     not ours   another one   cannot be asked                refused, for it may be another server
 *
 * @throws CallError if nobody can say
 */
export async function isOurs(
  session: Session,
  found: Found | undefined,
  resourceId: string,
  record: RecordOf,
): Promise<boolean> {
  const { known, naming } = record
  if (found !== undefined && hasTag(found.comment, resourceId)) return true
  if (found === undefined || known.oid !== found.oid) {
    await requireSameServer(session, record)
    return false
  }
  const server = await compareServer(session, known)
  if (server === 'other') throw elsewhere(naming.words)
  if (server === 'same') return true
  const { comment } = found
  const isOthers = comment !== null && isTagged(comment)
  if (server === 'not recorded' && (isOthers || comment === null)) return false
  if (isOthers) throw notAsked(naming.words)
  throw untagged(comment, resourceId, naming)
}

/** True if both the tag and the object id identify the found object as the thing. */
export function isSurely({ oid, comment }: Found, resourceId: string, { known }: RecordOf): boolean {
  return known.oid === oid && hasTag(comment, resourceId)
}

/**
 * Call this before reporting a missing thing as gone: the URL may lead to another server by mistake, and the thing would be forgotten.
 * @throws CallError if this is not the recorded server, or may not be
 */
export async function requireSameServer(session: Session, { known, naming: { words } }: PlaceOf): Promise<void> {
  const server = await compareServer(session, known)
  if (server === 'other') throw elsewhere(words)
  if (server === 'not asked') throw notAsked(words)
}

/**
 * Call this before a change of a thing that may have a namesake on another server. A tag proves nothing: a dump that is restored there has it, too.
 *
 * @param take how Slipway would get the other thing, if not by a refresh
 */
export async function requireRecordedServer(
  session: Session,
  { known, naming }: PlaceOf,
  take = refresh,
): Promise<void> {
  if ((await compareServer(session, known)) === 'other')
    throw unlike(
      naming.words,
      'is on another server than recorded',
      `${take}; if the URL leads to a wrong server, correct it`,
    )
}

/**
 * Before a thing is destroyed that has no tag: its namesake on another server may have the same object id.
 *
 * @throws CallError also if nobody can say whether this is the recorded server
 */
export async function requireSurelyRecordedServer(session: Session, place: PlaceOf): Promise<void> {
  await requireRecordedServer(session, place)
  const { known, naming } = place
  if ((await compareServer(session, known)) !== 'not asked') return
  const why = 'Slipway cannot tell whether this server is the recorded one'
  throw refused(`the ${naming.words} may be somebody else's: ${why}`, {
    hint: `${letAsk}; or slipway state rm, which forgets it without destroying it`,
  })
}

/**
 * Works in the database of a thing; `undefined` if that database is gone, and with it everything in it.
 * @throws CallError if the database may only be missing because this is another server
 */
export async function connectedIfThere<T>(
  call: Caller,
  database: string,
  place: PlaceOf,
  work: (session: Session) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await connected(call, database, work)
  } catch (thrown) {
    if (!isNoDatabase(thrown)) throw thrown
    if (place.known.server === undefined) return undefined
  }
  try {
    await connected(call, undefined, (session) => requireSameServer(session, place))
  } catch (thrown) {
    // The missing database is also the one in the URL.
    throw isNoDatabase(thrown) ? notAsked(place.naming.words) : thrown
  }
  return undefined
}

type Comparison = 'same' | 'other' | 'not recorded' | 'not asked'

/** Compares this server with the recorded one. */
async function compareServer(session: Session, known: Known): Promise<Comparison> {
  if (known.server === undefined) return 'not recorded'
  const server = await serverOf(session)
  if (server === undefined) return 'not asked'
  return server === known.server ? 'same' : 'other'
}

/**
 * For `read`, which then records the present server of a thing. A record of an earlier version, or of an import, gets its server only if
 * this is the thing beyond doubt.
 * @param isSure true if the found object is the thing, whatever server this is
 */
export async function readServer(
  session: Session,
  known: Pick<Known, 'server'>,
  isSure = false,
): Promise<{ readonly server?: string }> {
  const server = known.server === undefined && !isSure ? undefined : await serverOf(session)
  return server === undefined ? {} : { server }
}

/**
 * Before a thing of ours is destroyed. A copy from a backup has the tag, and another id; or the same one, if a new server has numbered its
 * objects alike.
 */
export async function requireRecorded(session: Session, { oid }: Found, record: RecordOf): Promise<void> {
  const { known, naming } = record
  if (known.oid !== undefined && known.oid !== oid) throw unlike(naming.words, 'has another object id than recorded')
  await requireRecordedServer(session, record)
}

const refresh = 'run slipway refresh, which records it as it is'

/** The error for an object that differs from the record, and may still be the same: only the user can say. */
export function unlike(words: string, how: string, take = refresh): Error {
  return refused(`the ${words} ${how}: it may be a copy from a backup, or somebody else's`, {
    hint: `if Slipway should manage this one, ${take}; otherwise slipway state rm`,
  })
}

function elsewhere(words: string): Error {
  return refused(`the ${words} is not on this server, which is another one than recorded`, {
    hint: 'if the URL of the provider leads to a wrong server, correct it; if the recorded server is gone, slipway state rm forgets its resources',
  })
}

const letAsk = 'GRANT EXECUTE ON FUNCTION pg_control_system() to the role that connects, in a database that is there'

function notAsked(words: string): Error {
  return refused(`the ${words} is not there, and Slipway cannot tell whether this server is the recorded one`, {
    hint: `${letAsk}; or slipway state rm if you know that the thing is gone`,
  })
}

/** Reports to the user that `destroy` leaves the thing. */
export function tellLeft({ log }: Pick<Call, 'log'>, words: string): void {
  log.notice(`the ${words} stays: it is not the one that Slipway made`)
}

/** The id of this server, which its copies share. `undefined` if it cannot be asked. */
export async function serverOf({ rows }: Session): Promise<string | undefined> {
  try {
    const [found] = await rows<{ id: string }>('SELECT system_identifier::text AS id FROM pg_control_system()')
    return found?.id
  } catch (thrown) {
    // The call is not permitted, or the server only speaks PostgreSQL's protocol and lacks the function.
    if (thrown instanceof DatabaseError && /^(42501|42883)$/.test(thrown.code ?? '')) return undefined
    throw thrown
  }
}

function untagged(comment: string | null, resourceId: string, { words, statement }: Naming): Error {
  const tag = tagOf(resourceId)
  const whole = comment === null ? tag : `${comment} (${tag})`
  return refused(`the comment of the ${words} no longer contains the tag of Slipway`, {
    hint: `if it is the one that Slipway made, put the tag back: COMMENT ON ${statement} IS ${text(whole)}`,
  })
}
