import { ignore, type Observer } from '../events.ts'
import { findProject } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { tellIgnored } from '../trust/tell-left-out.ts'
import { type Installation, type InstallWish, installWanted } from './install-plugins.ts'
import { demandTrust } from './on-demand.ts'
import { neededAndRecorded } from './needed-by-project.ts'

/**
 * Installs all plugins that a project, its program and its state need, and makes the SDKs that its program is linked to and lacks.
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
  tellIgnored(project, observe)
  const needed = await neededAndRecorded(slipway, project)
  const installation = await installWanted(slipway, project, { ...request, ...needed }, observe)
  const { program } = project
  if (program === undefined || installation.outcomes.some(({ failure }) => failure !== undefined)) return installation
  const { restoreSdks } = await import('../sdks/sdk-maker.ts')
  const signal = request.stop ?? new AbortController().signal
  for (const { package: name, version } of await restoreSdks({ slipway, ...project }, program, signal))
    observe({
      type: 'notice',
      message: `the SDK of ${name} ${version} was missing, so Slipway creates it: sdks/${name}`,
    })
  return installation
}
