import { rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CallError, refused, sentenceOf } from '@slipway/sdk'
import { claimsOn, isNobody, without, writeClaims, type Claimant, type Claims } from './claims.ts'
import { draftOf, removeDraft } from './draft.ts'
import { markOf } from './mark.ts'
import { onTheWay, removeParents, takeOver, withParents } from './parents.ts'
import { codeOf, missing, unless } from './system-error.ts'
import { inTurn } from '../path-turns.ts'

/*
 * How a resource takes and leaves a path. After a crash at any moment, the claims show which parts are there, a repeat under the same
 * resource id completes them, and leaving removes all of them.
 */

/** The thing that a resource wants at a path. */
export interface Thing {
  /** Makes it, whole, at a path where nothing is. */
  draft(draft: string): Promise<void>
  /** Moves the thing to its place. Fails when something is there, with a code in `isTaken`. */
  put(draft: string, path: string): Promise<void>
  /** True when the thing at the path may be adopted. */
  isWanted(path: string): Promise<boolean>
  /** Sets the parts that may differ in an adopted thing, such as its permissions. */
  tend(path: string): Promise<void>
  /** Names the obstacle at the path. */
  obstacle(path: string): Promise<string>
}

/**
 * Makes or adopts a thing at a path, alone there meanwhile; resolves to true when it was adopted. A failure leaves nothing and reports
 * this, unless the thing is at its place all the same.
 */
export function occupy(call: Claimant, path: string, thing: Thing): Promise<boolean> {
  return inTurn(path, async () => {
    const others = without(call.resourceId, claimsOn(call, path))
    try {
      return await new Occupation(call, path, thing, others).run()
    } catch (thrown) {
      throw (await isUndone(call, path, others)) ? await asRefusal(thrown, path) : thrown
    }
  })
}

/** Undoes the work of a failed call. Returns false when the thing is there after all, or this cannot be known. */
async function isUndone(call: Claimant, path: string, others: Claims): Promise<boolean> {
  try {
    if ((await ownAt(call, path)) === 'made') return false
    await removeDraft(draftOf(path, call.resourceId))
    writeClaims(call, path, others)
    await removeParents(call, path)
    return true
  } catch (thrown) {
    call.log.warn(`${path}: the remains of a failed call could not be removed: ${String(thrown)}`)
    return false
  }
}

/**
 * The state of a resource's own thing at a path, by resource id, whatever else is there. `unfinished`: a call was cut short while it made or removed
 * something. `undefined`: the resource has nothing there.
 */
export async function ownAt(call: Claimant, path: string): Promise<'made' | 'adopted' | 'unfinished' | undefined> {
  const { maker, adopters } = claimsOn(call, path)
  const isMaker = maker?.resourceId === call.resourceId
  if (!isMaker && !adopters.includes(call.resourceId)) return undefined
  const mark = await markOf(path)
  if (mark === undefined) return 'unfinished'
  if (!isMaker) return 'adopted'
  return maker.marks.includes(mark) ? 'made' : 'unfinished'
}

/** True when a resource was cut short while it left a path. */
export function isLeaving(call: Claimant, path: string): boolean {
  const { maker } = claimsOn(call, path)
  return maker?.resourceId === call.resourceId && maker.isGoing === true
}

/** Takes back the plan to leave a path: the resource is wanted there again. */
export function stay(call: Claimant, path: string): void {
  const claims = claimsOn(call, path)
  const { maker } = claims
  if (maker?.resourceId !== call.resourceId || maker.isGoing !== true) return
  writeClaims(call, path, { ...claims, maker: { ...maker, isGoing: false } })
}

/**
 * Gives up the thing at a path, and removes it when it was made for resources that are all gone.
 * @param adopted as it was recorded; `undefined` without a record: then the claims decide
 */
export function release(
  call: Claimant,
  path: string,
  adopted: boolean | undefined,
  remove: () => Promise<void>,
): Promise<void> {
  return inTurn(path, async () => {
    const claims = claimsOn(call, path)
    const others = without(call.resourceId, claims)
    const wasMade = adopted === undefined ? (await ownAt(call, path)) === 'made' : !adopted
    await removeDraft(draftOf(path, call.resourceId))
    if (!isNobody(others)) {
      writeClaims(call, path, { ...others, isOurs: claims.isOurs || wasMade })
      return call.log.info(`${path} also belongs to another resource, so it stays`)
    }
    if (wasMade || claims.isOurs) {
      const { maker = { resourceId: call.resourceId, marks: [] } } = claims
      writeClaims(call, path, { ...claims, maker: { ...maker, isGoing: true } })
      await remove()
    } else call.log.info(`${path} existed before, so it stays`)
    await removeParents(call, path)
    writeClaims(call, path, others)
  })
}

class Occupation {
  readonly #call: Claimant
  readonly #path: string
  readonly #thing: Thing
  readonly #others: Claims
  readonly #draft: string

  constructor(call: Claimant, path: string, thing: Thing, others: Claims) {
    this.#call = call
    this.#path = path
    this.#thing = thing
    this.#others = others
    this.#draft = draftOf(path, call.resourceId)
  }

  /** Returns true when the thing was adopted. */
  async run(): Promise<boolean> {
    if ((await ownAt(this.#call, this.#path)) === 'made') {
      await this.#renew()
      return false
    }
    for (let attempt = 0; attempt < 3; attempt++) {
      const there = await markOf(this.#path)
      if (there !== undefined) return this.#adopt(there)
      if (await this.#make()) return false
    }
    throw refused(`${this.#path}: another program keeps creating and removing something there`)
  }

  /** Returns false when somebody else was quicker. */
  async #make(): Promise<boolean> {
    this.#noteMaker([])
    await this.#makeDraft([])
    try {
      await this.#thing.put(this.#draft, this.#path)
    } catch (thrown) {
      if (!isTaken.has(codeOf(thrown) ?? '')) throw thrown
      await removeDraft(this.#draft)
      return false
    }
    await takeOver(this.#call, this.#path)
    return true
  }

  /** Renews a thing from an earlier call of the same resource, which may have changed since. */
  async #renew(): Promise<void> {
    const there = await markOf(this.#path)
    if (!(await this.#thing.isWanted(this.#path))) {
      await this.#makeDraft(there === undefined ? [] : [there])
      await rename(this.#draft, this.#path)
    } else await removeDraft(this.#draft)
    await this.#thing.tend(this.#path)
    await takeOver(this.#call, this.#path)
  }

  /** Notes the draft before it is put anywhere. */
  async #makeDraft(known: readonly string[]): Promise<void> {
    await withParents(this.#call, this.#path, async () => {
      await removeDraft(this.#draft)
      await this.#thing.draft(this.#draft)
    })
    const mark = await markOf(this.#draft)
    if (mark !== undefined) this.#noteMaker([...known, mark])
  }

  /** Notes the maker. A thing that has to be made is not there, so it has no owner, whoever owned it before. */
  #noteMaker(marks: readonly string[]): void {
    const { resourceId } = this.#call
    writeClaims(this.#call, this.#path, { maker: { resourceId, marks }, adopters: [], isOurs: false })
  }

  /** A directory that was made on the way to something else becomes one that is wanted for itself. */
  async #adopt(there: string): Promise<boolean> {
    const { resourceId } = this.#call
    await removeDraft(this.#draft)
    if (!(await this.#thing.isWanted(this.#path))) throw refused(await this.#thing.obstacle(this.#path))
    const isOurs = (await onTheWay(this.#call, this.#path)) === 'surely'
    const claims: Claims = isOurs
      ? { ...this.#others, maker: { resourceId, marks: [there] } }
      : { ...this.#others, adopters: [...this.#others.adopters, resourceId] }
    writeClaims(this.#call, this.#path, claims)
    await takeOver(this.#call, this.#path)
    await this.#thing.tend(this.#path)
    return !isOurs
  }
}

/** The system's codes when something is in the way. */
const isTaken: ReadonlySet<string> = new Set(['EEXIST', 'ENOTEMPTY', 'ENOTDIR', 'EISDIR'])

/** Turns a failure into a refusal, which means that nothing was made, and says so about the path in the blueprint. */
async function asRefusal(thrown: unknown, path: string): Promise<unknown> {
  if (thrown instanceof CallError || !(thrown instanceof Error)) return thrown
  if (codeOf(thrown) !== 'ENOTDIR') {
    const { path: at = path } = thrown as NodeJS.ErrnoException
    const meant = dirname(at) === dirname(path) ? path : at
    const said = sentenceOf(Object.assign(new Error(thrown.message), thrown, { path: meant }))
    return refused(said, [], { code: 'UNEXPECTED', cause: thrown })
  }
  return refused(`${path}: ${await fileOnTheWay(path)} is not a directory; move it away, or choose another path`)
}

async function fileOnTheWay(path: string): Promise<string> {
  let directory = dirname(path)
  while ((await unless(missing, stat(directory))) === undefined) directory = dirname(directory)
  return directory
}
