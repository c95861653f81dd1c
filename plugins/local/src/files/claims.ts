import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ResourceCall } from '@slipway/sdk'
import { memoryOf } from '../memory.ts'
import type { Placed } from '../place.ts'
import { codeOf } from './system-error.ts'

/*
 * Which resources have found what they want at a path already there. A resource that is renamed in a blueprint is made
 * under its new name and removed under the old one, in any order: the old one must not take away what the new one has
 * found, and the last one must take it away if one of them had made it.
 *
 * The notes are read and written synchronously: they are tiny, and going through the pool of threads takes many times as
 * long as the work.
 */

type Claimant = Placed & Pick<ResourceCall, 'resourceId' | 'log'>

interface Claims {
  readonly resourceIds: readonly string[]
  /** One that is gone had made it. */
  readonly isOurs: boolean
}

/** Makes or adopts what shall be at a path, alone there meanwhile; resolves to true when it was adopted. */
export function occupy(call: Claimant, path: string, makeOrAdopt: () => Promise<boolean>): Promise<boolean> {
  return inTurn(path, async () => {
    const adopted = await makeOrAdopt()
    // what had to be made was not there, so it is nobody else's, whoever had it before
    if (adopted) addClaim(call, path)
    else {
      makers.set(path, call.resourceId)
      dropClaims(call, path)
    }
    return adopted
  })
}

/** Notes that what is at a path is this resource's, too: after a crash nobody knows whether it was made or adopted. */
export function claim(call: Claimant, path: string): Promise<void> {
  return inTurn(path, async () => addClaim(call, path))
}

/** Gives up what is at a path, and removes it when it was made for resources that are all gone. */
export function release(call: Claimant, path: string, adopted: boolean, remove: () => Promise<void>): Promise<void> {
  return inTurn(path, async () => {
    const claims = claimsOn(call, path)
    const maker = makers.get(path)
    if (maker === call.resourceId) makers.delete(path)
    const others = new Set([...claims.resourceIds, ...(maker === undefined ? [] : [maker])])
    others.delete(call.resourceId)
    const isOurs = claims.isOurs || !adopted
    if (others.size > 0) {
      write(call, path, { resourceIds: [...others], isOurs })
      return call.log.info(`${path} belongs to another resource, too, and stays`)
    }
    if (isOurs) await remove()
    else call.log.info(`${path} was there before, and stays`)
    dropClaims(call, path)
  })
}

function addClaim(call: Claimant, path: string): void {
  const { resourceIds, isOurs } = claimsOn(call, path)
  if (!resourceIds.includes(call.resourceId))
    write(call, path, { resourceIds: [...resourceIds, call.resourceId], isOurs })
}

function claimsOn(call: Claimant, path: string): Claims {
  const note = noteOf(call, path)
  const [ours, ...resourceIds] = existsSync(note) ? readFileSync(note, 'utf8').split('\n') : []
  return { resourceIds: resourceIds.filter((id) => id !== ''), isOurs: ours === 'ours' }
}

function write(call: Claimant, path: string, { resourceIds, isOurs }: Claims): void {
  const note = noteOf(call, path)
  const text = [isOurs ? 'ours' : 'theirs', ...resourceIds, ''].join('\n')
  try {
    writeFileSync(note, text)
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOENT') throw thrown
    mkdirSync(dirname(note), { recursive: true, mode: 0o700 })
    writeFileSync(note, text)
  }
}

function dropClaims(call: Claimant, path: string): void {
  const note = noteOf(call, path)
  if (!existsSync(note)) return
  rmSync(note, { force: true })
  try {
    rmdirSync(dirname(note))
  } catch (thrown) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(codeOf(thrown) ?? '')) throw thrown
  }
}

function noteOf(call: Claimant, path: string): string {
  return memoryOf(call, 'claims', createHash('sha256').update(path).digest('hex').slice(0, 32))
}

/** Which resource made what is at a path, as far as this process knows: enough for what one run makes and removes. */
const makers = new Map<string, string>()

/** The last work at each path. All calls of an instance come to one process. */
const turns = new Map<string, Promise<unknown>>()

async function inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(path) ?? Promise.resolve()).then(work, work)
  turns.set(path, turn)
  try {
    return await turn
  } finally {
    if (turns.get(path) === turn) turns.delete(path)
  }
}
