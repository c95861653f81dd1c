import { readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { badInput } from '@slipway/sdk'
import { claimsOn, isNobody, without, type Claimant } from './claims.ts'
import { draftPrefix } from './draft.ts'
import { leaveOnTheWay } from './parents.ts'
import { codeOf, missing, unless } from './system-error.ts'

/*
 * How to remove a directory that may hold other things: those of other resources, which stay together with the directory, and those of users.
 */

/** @param contents true: remove things that users have put into it, too */
export async function vacate(call: Claimant, directory: string, contents: boolean): Promise<void> {
  if (await isRemoved(directory)) return
  const { strays, isShared } = await look(call, directory)
  if (!contents && strays.length > 0) throw notEmpty(directory, strays)
  for (const stray of strays) await rm(stray, { recursive: true, force: true })
  if (isShared) await leaveOnTheWay(call, directory)
  else await unless(missing, rmdir(directory))
}

async function isRemoved(directory: string): Promise<boolean> {
  try {
    await unless(missing, rmdir(directory))
    return true
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOTEMPTY' && codeOf(thrown) !== 'EEXIST') throw thrown
    return false
  }
}

interface Look {
  /** Entries that belong to no resource, and contain nothing that does. */
  readonly strays: readonly string[]
  /** True if something in it belongs to another resource. */
  readonly isShared: boolean
}

async function look(call: Claimant, directory: string): Promise<Look> {
  const strays: string[] = []
  let isShared = false
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (isOfAnother(call, path, entry.name)) {
      isShared = true
      continue
    }
    const below = entry.isDirectory() ? await look(call, path) : undefined
    if (below?.isShared !== true) strays.push(path)
    else {
      isShared = true
      strays.push(...below.strays)
    }
  }
  return { strays, isShared }
}

/** Also true for a thing that another resource is about to put there. */
function isOfAnother(call: Claimant, path: string, name: string): boolean {
  return name.startsWith(draftPrefix) || !isNobody(without(call.resourceId, claimsOn(call, path)))
}

function notEmpty(directory: string, strays: readonly string[]): Error {
  const names = strays.map((path) => path.slice(directory.length + 1))
  const shown = names.slice(0, 5).join(', ') + (names.length > 5 ? `, and ${names.length - 5} more` : '')
  return badInput(`${directory} is not empty: ${shown}; move them away, or set removeContents`)
}
