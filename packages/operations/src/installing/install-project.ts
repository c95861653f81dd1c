import { ignore, type Observer } from '../events.ts'
import { findProject } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { type Installation, type InstallWish, installWanted } from './install-plugins.ts'
import { demandTrust } from './on-demand.ts'
import { neededAndRecorded } from './needed-by-project.ts'

/**
 * Installs all plugins that a project, its program and its state need.
 *
 * @throws Failure `install/untrusted` in an untrusted folder, if the user does not trust it now
 */
export async function installProject(
  slipway: Slipway,
  request: InstallWish,
  observe: Observer = ignore,
): Promise<Installation> {
  const project = await findProject(slipway, request, 'looks', true)
  await project.trust.offer([{ what: 'plugins that it asks to install', place: 'slipway install' }])
  demandTrust(project.trust)
  const needed = await neededAndRecorded(slipway, project)
  return await installWanted(slipway, project, { ...request, ...needed }, observe)
}
