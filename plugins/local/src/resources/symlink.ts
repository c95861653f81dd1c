import { lstat, readlink, rename, rm, symlink as makeLink } from 'node:fs/promises'
import * as z from 'zod'
import { badInput, computed, defineResource, replacing } from '@slipway/sdk'
import { draftOf, moveToFree, removeDraft } from '../files/draft.ts'
import { isLeaving, occupy, ownAt, release, stay, type Thing } from '../files/occupy.ts'
import { withParents } from '../files/parents.ts'
import { missing, unless } from '../files/system-error.ts'
import { pathOf } from '../call-folders.ts'

export const symlink = defineResource({
  type: 'local/symlink',
  label: 'Symbolic link',
  description:
    'A symbolic link. A change of the target is atomic: the link exists at every moment. Any other file at this path is never overwritten.',
  examples: ['type: local/symlink\nspec:\n  path: current\n  target: releases/42'],
  schema: z.object({
    path: replacing(z.string().min(1).describe('Path of the link, relative to the blueprint.')),
    target: z
      .string()
      .min(1)
      .describe('Target of the link, stored as you write it. A relative target starts at the folder of the link.'),
    adopted: computed(z.boolean().describe('Whether the link existed before, with the same target.')),
  }),
  settlement: 'find',
  settlesWithinMs: 0,
  identity: { scope: 'path', fields: ['path'] },
  liesInFolder: true,

  async deploy(call) {
    const { spec, current, resourceId } = call
    const path = pathOf(call, spec.path)
    if (current?.spec.adopted === undefined) return { adopted: await occupy(call, path, linkTo(spec.target)) }
    stay(call, path)
    await withParents(call, path, () => replaceLink(path, spec.target, draftOf(path, resourceId)))
    return { adopted: current.spec.adopted }
  },

  async read(call) {
    const { spec } = call
    const path = pathOf(call, spec.path)
    const isRecorded = spec.adopted !== undefined
    const own = isRecorded ? undefined : await ownAt(call, path)
    if (!isRecorded && own === undefined) return undefined
    const target = await targetOf(path)
    if (own === 'unfinished' || (own === 'adopted' && target !== spec.target)) return unfinished
    if (target === undefined) return isLeaving(call, path) ? unfinished : undefined
    return { target, ...(!isRecorded && { adopted: own === 'adopted' }) }
  },

  async destroy(call) {
    const { spec, log } = call
    const path = pathOf(call, spec.path)
    await release(call, path, spec.adopted, async () => {
      const status = await unless(missing, lstat(path))
      if (status !== undefined && !status.isSymbolicLink()) return log.warn(`${path} is no longer a link, so it stays`)
      await unless(missing, rm(path, { force: true }))
    })
  },
})

/** A part of the thing is there, but not the link: another create completes it, and a destroy cleans up. */
const unfinished = { target: null }

function linkTo(target: string): Thing {
  return {
    draft: (draft) => makeLink(target, draft),
    put: moveToFree,
    isWanted: async (path) => (await targetOf(path)) === target,
    async tend() {},
    obstacle: async (path) =>
      `${path}: something else already exists, and stays unchanged; move it away, or choose another path`,
  }
}

async function replaceLink(path: string, target: string, draft: string): Promise<void> {
  const status = await unless(missing, lstat(path))
  if (status !== undefined && !status.isSymbolicLink())
    throw badInput(`${path} is no longer a link, so it stays unchanged; move it away, or choose another path`)
  await removeDraft(draft)
  await makeLink(target, draft)
  await rename(draft, path)
}

/** The target of a link; `undefined` when there is no link. */
function targetOf(path: string): Promise<string | undefined> {
  return unless([...missing, 'EINVAL'], readlink(path))
}
