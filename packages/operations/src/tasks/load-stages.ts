import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { InstanceState, StateStore } from '@slipway/stores'
import type { Observer } from '../events.ts'
import type { Project } from '../project/project.ts'
import type { CommandStages } from './command-stages.ts'

/**
 * The stage tasks of a project; `undefined` when it has none, as most have: then nothing is loaded that reads them.
 * Fails with all that is wrong with them; warnings are told.
 */
export async function loadStages(
  env: NodeJS.ProcessEnv,
  project: Project,
  store: StateStore,
  instance: string,
  state: InstanceState | undefined,
  observe: Observer,
): Promise<CommandStages | undefined> {
  const { places, settings } = project
  if (settings.get('tasks') === undefined && !existsSync(join(places.project, 'tasks'))) return undefined
  const { CommandStages: Stages } = await import('./command-stages.ts')
  return Stages.load(env, project, store, instance, state, observe)
}
