import { stateRecords } from '@slipway/programs/from-terraform/state-records'
import type { TerraformState } from '@slipway/programs/terraform-states/terraform-state'
import { readWithChildren } from '../../loading/read-blueprint.ts'
import { type NamedSource, sourcesInScripts, sourcesNamedIn } from '../../named-plugins/named-sources.ts'
import { systemClock, timeSortedIds } from '../../ports/system-ports.ts'
import type { Project } from '../../project/project.ts'
import { soundsSecret } from '../../settings/plain-secrets.ts'
import type { Slipway } from '../../slipway.ts'

/** Returns the records of a Terraform state, with the keys that the project gives to providers. @throws */
export async function terraformRecords(
  slipway: Slipway,
  project: Project,
  state: TerraformState,
  instance: string,
): Promise<ReturnType<typeof stateRecords>> {
  const ids = timeSortedIds()
  const named = await namedSources(slipway, project)
  return stateRecords(state, { instance, named, soundsSecret, now: systemClock.now(), newId: () => ids.next() })
}

async function namedSources(slipway: Slipway, project: Project): Promise<readonly NamedSource[]> {
  const { blueprint, folders } = project
  return blueprint === undefined
    ? sourcesInScripts(folders.project)
    : sourcesNamedIn(await readWithChildren(slipway, { ...project, blueprint }))
}
