import { findProject, type ProjectRequest } from '../project/project.ts'
import type { Setting } from '../settings/settings.ts'
import type { Slipway } from '../slipway.ts'

/** Every setting that has a value here, as it was given, and where. */
export async function settingsOf(slipway: Slipway, request: ProjectRequest = {}): Promise<readonly Setting[]> {
  return (await findProject(slipway, request)).settings.all()
}
