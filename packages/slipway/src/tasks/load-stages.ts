import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { InstanceState, StateStore } from '@slipway/stores'
import type { Console } from '../cli/console.ts'
import type { Project } from '@slipway/operations/project/project'
import type { CommandStages } from './command-stages.ts'

/**
 * The stage tasks of a project; `undefined` when it has none, as most have: then nothing is loaded that reads them.
 * Fails with all that is wrong with them; warnings are shown.
 */
export async function loadStages(
  project: Project,
  store: StateStore,
  instance: string,
  state: InstanceState | undefined,
  console: Console,
): Promise<CommandStages | undefined> {
  const { places, settings } = project
  if (settings.get('tasks') === undefined && !existsSync(join(places.project, 'tasks'))) return undefined
  const { CommandStages: Stages } = await import('./command-stages.ts')
  return Stages.load(project, store, instance, state, console)
}
