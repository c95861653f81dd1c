import { chmod, lstat, mkdir, readdir, rm, rmdir } from 'node:fs/promises'
import * as z from 'zod'
import { badInput, computed, defineResource, replacing } from '@slipway/sdk'
import { claim, occupy, release } from '../files/claims.ts'
import { driftOfMode, modeOf, modeText } from '../files/mode.ts'
import { removeParents, takeOver, withParents } from '../files/parents.ts'
import { codeOf, missing, unless } from '../files/system-error.ts'
import { pathOf } from '../place.ts'

export const directory = defineResource({
  type: 'local/directory',
  label: 'Directory',
  description:
    'A directory. One that is there already is adopted, and stays when the resource goes; one that is not empty is not removed, unless `removeContents` says so.',
  examples: ['type: local/directory\nspec:\n  path: site\n  mode: "0755"'],
  schema: z.object({
    path: replacing(z.string().min(1).describe('Where; relative to the blueprint.')),
    mode: modeText.default('0755').describe('Permissions in octal, quoted.'),
    removeContents: z.boolean().default(false).describe('Remove what others have put into it, too, when it goes.'),
    adopted: computed(z.boolean().describe('Whether the directory was there before.')),
  }),
  settlement: 'find',
  destroyBeforeCreate: true,

  async deploy(call) {
    const { spec, current } = call
    const path = pathOf(call, spec.path)
    const adoptedIt = async (): Promise<boolean> => !(await withParents(call, path, () => makeOrAdopt(path)))
    if (current?.spec.adopted === undefined) {
      const adopted = await occupy(call, path, async () => (await adoptedIt()) && !(await takeOver(call, path)))
      await chmod(path, modeOf(spec.mode))
      return { adopted }
    }
    await adoptedIt()
    await chmod(path, modeOf(spec.mode))
    return { adopted: current.spec.adopted }
  },

  async read(call) {
    const path = pathOf(call, call.spec.path)
    const status = await unless(missing, lstat(path))
    if (status === undefined || !status.isDirectory()) return undefined
    if (call.spec.adopted === undefined) await claim(call, path)
    return { mode: driftOfMode(status.mode, call.spec.mode), adopted: call.spec.adopted ?? false }
  },

  async destroy(call) {
    const { spec, log } = call
    const path = pathOf(call, spec.path)
    await release(call, path, spec.adopted === true, async () => {
      const status = await unless(missing, lstat(path))
      if (status !== undefined && !status.isDirectory()) return log.warn(`${path} is no directory any more, and stays`)
      if (spec.removeContents) await rm(path, { recursive: true, force: true })
      else await removeEmpty(path)
      await removeParents(call, path)
    })
  },
})

/** True when it was not there. */
async function makeOrAdopt(path: string): Promise<boolean> {
  try {
    await mkdir(path)
    return true
  } catch (thrown) {
    if (codeOf(thrown) !== 'EEXIST') throw thrown
  }
  if ((await lstat(path)).isDirectory()) return false
  throw badInput(`${path} is there already and is no directory; move it away, or choose another path`)
}

async function removeEmpty(path: string): Promise<void> {
  try {
    await unless(missing, rmdir(path))
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOTEMPTY' && codeOf(thrown) !== 'EEXIST') throw thrown
    const names = await readdir(path)
    const shown = names.slice(0, 5).join(', ') + (names.length > 5 ? `, and ${names.length - 5} more` : '')
    throw badInput(`${path} is not empty: ${shown}; move them away, or set removeContents`, [], thrown)
  }
}
