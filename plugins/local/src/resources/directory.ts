import { chmod, lstat, mkdir, rename } from 'node:fs/promises'
import * as z from 'zod'
import { badInput, computed, defineResource, replacing } from '@slipway/sdk'
import { driftOfMode, modeOf, modeText } from '../files/mode.ts'
import { isLeaving, occupy, ownAt, release, stay, type Thing } from '../files/occupy.ts'
import { withParents } from '../files/parents.ts'
import { codeOf, missing, unless } from '../files/system-error.ts'
import { vacate } from '../files/vacate.ts'
import { pathOf } from '../call-folders.ts'

export const directory = defineResource({
  type: 'local/directory',
  label: 'Directory',
  description:
    'A directory. An existing directory is adopted, and it stays when the resource is destroyed. A directory that is not empty is not removed, unless `removeContents` is true.',
  examples: ['type: local/directory\nspec:\n  path: site\n  mode: "0755"'],
  schema: z.object({
    path: replacing(z.string().min(1).describe('Path of the directory, relative to the blueprint.')),
    mode: modeText.default('0755').describe('Permissions, in octal and in quotes.'),
    removeContents: z
      .boolean()
      .default(false)
      .describe('Whether to remove the directory with everything in it when the resource is destroyed.'),
    adopted: computed(z.boolean().describe('Whether the directory existed before.')),
  }),
  settlement: 'find',
  settlesWithinMs: 0,
  identity: { scope: 'path', fields: ['path'] },
  liesInFolder: true,

  async deploy(call) {
    const { spec, current } = call
    const path = pathOf(call, spec.path)
    const mode = modeOf(spec.mode)
    if (current?.spec.adopted === undefined) return { adopted: await occupy(call, path, directoryWith(mode)) }
    stay(call, path)
    await withParents(call, path, () => makeAgain(path))
    await chmod(path, mode)
    return { adopted: current.spec.adopted }
  },

  async read(call) {
    const { spec } = call
    const path = pathOf(call, spec.path)
    const isRecorded = spec.adopted !== undefined
    const own = isRecorded ? undefined : await ownAt(call, path)
    if (!isRecorded && own === undefined) return undefined
    const status = await unless(missing, lstat(path))
    const isThere = status?.isDirectory() === true
    if (own === 'unfinished' || (own === 'adopted' && !isThere)) return unfinished
    if (!isThere) return isLeaving(call, path) ? unfinished : undefined
    return { mode: driftOfMode(status.mode, spec.mode), ...(!isRecorded && { adopted: own === 'adopted' }) }
  },

  async destroy(call) {
    const { spec, log } = call
    const path = pathOf(call, spec.path)
    await release(call, path, spec.adopted, async () => {
      const status = await unless(missing, lstat(path))
      if (status === undefined) return
      if (!status.isDirectory()) return log.warn(`${path} is no longer a directory, so it stays`)
      await vacate(call, path, spec.removeContents)
    })
  },
})

/** A part of the thing is there, but not the directory: another create completes it, and a destroy cleans up. */
const unfinished = { mode: '(not made yet)' }

function directoryWith(mode: number): Thing {
  return {
    async draft(draft) {
      await mkdir(draft)
      // set again, because the umask has changed it
      await chmod(draft, mode)
    },
    put: rename,
    isWanted: async (path) => (await lstat(path)).isDirectory(),
    tend: (path) => chmod(path, mode),
    obstacle: async (path) => `${path} already exists and is not a directory; move it away, or choose another path`,
  }
}

async function makeAgain(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (thrown) {
    if (codeOf(thrown) !== 'EEXIST') throw thrown
    if (!(await lstat(path)).isDirectory())
      throw badInput(`${path} already exists and is not a directory; move it away, or choose another path`)
  }
}
