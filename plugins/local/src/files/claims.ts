import { createHash } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import type { ResourceCall } from '@slipway/sdk'
import { forget, memoryOf, remember } from '../memory.ts'
import type { Placed } from '../place.ts'
import { missing, unless } from './system-error.ts'

/*
 * Which resources have found what they want at a path already there. A resource that is renamed in a blueprint is made
 * under its new name and removed under the old one, in any order: the old one must not take away what the new one has
 * found, and the last one must take it away if one of them had made it.
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
    // what had to be made anew was gone, and with it what others had found there
    if (adopted) await addClaim(call, path)
    else await dropClaims(call, path)
    return adopted
  })
}

/** Notes that what is at a path is this resource's, too: after a crash nobody knows whether it was made or adopted. */
export function claim(call: Claimant, path: string): Promise<void> {
  return inTurn(path, () => addClaim(call, path))
}

/** Gives up what is at a path, and removes it when it was made for resources that are all gone. */
export function release(call: Claimant, path: string, adopted: boolean, remove: () => Promise<void>): Promise<void> {
  return inTurn(path, async () => {
    const claims = await claimsOn(call, path)
    const others = claims.resourceIds.filter((id) => id !== call.resourceId)
    const isOurs = claims.isOurs || !adopted
    if (others.length > 0) {
      await write(call, path, { resourceIds: others, isOurs })
      return call.log.info(`${path} belongs to another resource, too, and stays`)
    }
    if (isOurs) await remove()
    else call.log.info(`${path} was there before, and stays`)
    await dropClaims(call, path)
  })
}

async function addClaim(call: Claimant, path: string): Promise<void> {
  const { resourceIds, isOurs } = await claimsOn(call, path)
  if (!resourceIds.includes(call.resourceId))
    await write(call, path, { resourceIds: [...resourceIds, call.resourceId], isOurs })
}

async function claimsOn(call: Claimant, path: string): Promise<Claims> {
  const [ours, ...resourceIds] = (await unless(missing, readFile(noteOf(call, path), 'utf8')))?.split('\n') ?? []
  return { resourceIds: resourceIds.filter((id) => id !== ''), isOurs: ours === 'ours' }
}

async function write(call: Claimant, path: string, { resourceIds, isOurs }: Claims): Promise<void> {
  const note = noteOf(call, path)
  await remember(note, () => writeFile(note, [isOurs ? 'ours' : 'theirs', ...resourceIds, ''].join('\n')))
}

async function dropClaims(call: Claimant, path: string): Promise<void> {
  const note = noteOf(call, path)
  if ((await unless(missing, stat(note))) !== undefined) await forget(note)
}

function noteOf(call: Claimant, path: string): string {
  return memoryOf(call, 'claims', createHash('sha256').update(path).digest('hex').slice(0, 32))
}

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
