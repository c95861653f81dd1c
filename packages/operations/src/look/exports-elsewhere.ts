import { resolve } from 'node:path'
import type { StateStore } from '@slipway/stores'
import type { ExportsOf } from '../core-provider/exported-elsewhere.ts'
import { namedInstance } from '../project/child.ts'
import type { Folders } from '../project/folders.ts'
import type { Slipway } from '../slipway.ts'
import { childNamed, unknownChild } from '../state/open-state.ts'
import { unknownInstance } from '../project/which-instance.ts'
import { exportsOf } from './exports.ts'

/** Reads exports for a run: in the project's own state through the open store, in another project through that project's store. */
export function exportsElsewhere(slipway: Slipway, folders: Folders, store: () => StateStore): ExportsOf {
  return async ({ instance, project }) => {
    if (project === undefined) return await recordedIn(store(), instance)
    const { exports } = await exportsOf(slipway, { file: resolve(folders.project, project), instance })
    return exports
  }
}

const notHere =
  'if it is not deployed yet, deploy it first: slipway up FILE; ' +
  'if another folder has it, name that folder as the project of the reference, such as ../db'

/** Look for the whole name first, because a program's stack also has a slash in its name. */
async function recordedIn(store: StateStore, name: string) {
  const whole = await store.load(name, { skipDamaged: true })
  if (whole !== undefined) return whole.instance.exports
  const { instance, child } = namedInstance(name)
  const state = child === undefined ? undefined : await store.load(instance, { skipDamaged: true })
  if (state === undefined || child === undefined) throw await unknownInstance(store, name, notHere)
  const found = childNamed(state, child)
  if (found === undefined) throw unknownChild(state, child)
  return found.exports
}
