import { ignore } from '../events.ts'
import { findProject, type ProjectRequest } from '../project/project.ts'
import type { Setting } from '../settings/settings.ts'
import type { Slipway } from '../slipway.ts'
import { tellLeftOut } from '../trust/tell-left-out.ts'

/** Returns all settings with a value here, as given, with their origins. */
export async function settingsOf(
  slipway: Slipway,
  request: ProjectRequest = {},
  observe = ignore,
): Promise<readonly Setting[]> {
  const { settings, trust } = await findProject(slipway, request, 'checks')
  tellLeftOut({ trust, settings }, observe)
  return settings.all()
}
