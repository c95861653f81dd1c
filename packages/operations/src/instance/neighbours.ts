import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { StateStore } from '@slipway/stores'
import type { Observer } from '../events.ts'
import { fileOf } from '../project/file-of.ts'
import type { Project } from '../project/project.ts'

/** Another instance deployed from the blueprint's folder. */
interface Neighbour {
  readonly name: string
  readonly blueprintFile: string
}

/**
 * Warns about possible mistakes at the first deployment of an instance. A name from the user may be misspelt, so the warning lists the instances of
 * the same file. Without such a name, the blueprint's file may have been renamed, and everything would be created again, so the warning lists
 * instances whose files are gone.
 */
export async function tellNeighbours(store: StateStore, project: Project, observe: Observer): Promise<void> {
  const { instance, isInstanceGiven } = project
  const file = fileOf(project)
  if (file === undefined) return
  const neighbours = (await deployedInstances(store)).filter(
    ({ name, blueprintFile }) => name !== instance && dirname(blueprintFile) === dirname(file),
  )
  const tell = (message: string): void => observe({ type: 'notice', message })
  if (isInstanceGiven) {
    const names = neighbours.filter(({ blueprintFile }) => blueprintFile === file).map(({ name }) => name)
    if (names.length > 0) tell(`${instance} is new here; recorded from this file: ${names.join(', ')}`)
    return
  }
  for (const { name, blueprintFile } of neighbours) {
    if (existsSync(blueprintFile)) continue
    const now = `${instance} was never deployed; ${name} was deployed here from ${basename(blueprintFile)}, which is gone`
    tell(`${now}: --instance ${name} continues with it`)
  }
}

async function deployedInstances(store: StateStore): Promise<readonly Neighbour[]> {
  const found: Neighbour[] = []
  for (const { name, damage } of await store.instances()) {
    const record = damage === undefined ? (await store.load(name, { skipDamaged: true }))?.instance : undefined
    if (record?.blueprintFile !== undefined && record.status !== 'destroyed')
      found.push({ name, blueprintFile: record.blueprintFile })
  }
  return found
}
