import { lstat, readlink, rename, rm, symlink as makeLink } from 'node:fs/promises'
import * as z from 'zod'
import { badInput, computed, defineResource, replacing } from '@slipway/sdk'
import { temporaryOf } from '../files/atomic-write.ts'
import { claim, occupy, release } from '../files/claims.ts'
import { removeParents, withParents } from '../files/parents.ts'
import { codeOf, missing, unless } from '../files/system-error.ts'
import { pathOf } from '../place.ts'

export const symlink = defineResource({
  type: 'local/symlink',
  label: 'Symbolic link',
  description:
    'A symbolic link. A change of its target takes effect at once, with no moment without a link. Something else at its place is never overwritten.',
  examples: ['type: local/symlink\nspec:\n  path: current\n  target: releases/42'],
  schema: z.object({
    path: replacing(z.string().min(1).describe('Where; relative to the blueprint.')),
    target: z.string().min(1).describe('What it points to, stored as written: relative to the link itself.'),
    adopted: computed(z.boolean().describe('Whether the link was there before, with this very target.')),
  }),
  settlement: 'find',
  destroyBeforeCreate: true,

  async deploy(call) {
    const { spec, current, resourceId } = call
    const path = pathOf(call, spec.path)
    if (current?.spec.adopted === undefined)
      return {
        adopted: await occupy(call, path, () => withParents(call, path, () => createOrAdopt(path, spec.target))),
      }
    await withParents(call, path, () => replaceLink(path, spec.target, resourceId))
    return { adopted: current.spec.adopted }
  },

  async read(call) {
    const { spec } = call
    const path = pathOf(call, spec.path)
    const target = await targetOf(path)
    const inDoubt = spec.adopted === undefined
    if (target === undefined || (inDoubt && target !== spec.target)) return undefined
    if (inDoubt) await claim(call, path)
    return { target, adopted: spec.adopted ?? false }
  },

  async destroy(call) {
    const { spec, resourceId, log } = call
    const path = pathOf(call, spec.path)
    await unless(missing, rm(temporaryOf({ path, resourceId }), { force: true }))
    await release(call, path, spec.adopted === true, async () => {
      const status = await unless(missing, lstat(path))
      if (status !== undefined && !status.isSymbolicLink()) return log.warn(`${path} is no link any more, and stays`)
      await unless(missing, rm(path, { force: true }))
      await removeParents(call, path)
    })
  },
})

async function createOrAdopt(path: string, target: string): Promise<boolean> {
  try {
    await makeLink(target, path)
    return false
  } catch (thrown) {
    if (codeOf(thrown) !== 'EEXIST') throw thrown
  }
  if ((await targetOf(path)) === target) return true
  throw badInput(`${path}: something else is there already, and is left alone; move it away, or choose another path`)
}

async function replaceLink(path: string, target: string, resourceId: string): Promise<void> {
  const status = await unless(missing, lstat(path))
  if (status !== undefined && !status.isSymbolicLink())
    throw badInput(`${path} is no link any more, and is left alone; move it away, or choose another path`)
  const temporary = temporaryOf({ path, resourceId })
  await rm(temporary, { force: true })
  await makeLink(target, temporary)
  await rename(temporary, path)
}

/** `undefined` when it is no link, or not there. */
function targetOf(path: string): Promise<string | undefined> {
  return unless([...missing, 'EINVAL'], readlink(path))
}
