import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { StateStore } from '@slipway/stores'
import type { Observer } from '../events.ts'
import type { Project } from '../project/project.ts'

/**
 * A blueprint that was never deployed may be one that was, under another file name: then all of it would be made again. Says so
 * where an instance was deployed from this folder, of a file that is gone.
 */
export async function tellFormerInstance(store: StateStore, project: Project, observe: Observer): Promise<void> {
  const { blueprint, instance, isInstanceGiven } = project
  if (blueprint === undefined || isInstanceGiven) return
  for (const { name, damage } of await store.instances()) {
    if (damage !== undefined || name === instance) continue
    const { status = 'destroyed', blueprintFile = blueprint.file } =
      (await store.load(name, { skipDamaged: true }))?.instance ?? {}
    const isHere = dirname(blueprintFile) === dirname(blueprint.file)
    if (status === 'destroyed' || !isHere || existsSync(blueprintFile)) continue
    const now = `${instance} was never deployed; ${name} was deployed here from ${basename(blueprintFile)}, which is gone`
    observe({ type: 'notice', message: `${now}: --instance ${name} goes on with it` })
  }
}
