import { resolve } from 'node:path'
import { Failure, shownPath } from '@slipway/model'
import { loadSettings } from '../settings/load.ts'
import { sealerOf } from '../settings/sealer.ts'
import { projectFolderAbove } from '../project/find-program.ts'
import { foldersBy } from '../project/folders.ts'
import { recordedInstances } from '../store/recorded-instances.ts'
import type { Slipway } from '../slipway.ts'
import { pulumiProjectIn } from '@slipway/programs/stacks/pulumi-project'
import { projectFiles } from '../trust/project-files.ts'
import { type StackPlace, whichStack } from '@slipway/programs/stacks/which-stack'

/** Names a program and one of its stacks. */
export interface StackRequest {
  /** The folder with the Pulumi.yaml. Absent: the nearest such folder at or above the caller's working directory. */
  readonly folder?: string | undefined
  readonly stack?: string | undefined
}

/** Finds the program of a request. @throws Failure `stack/no-project` if the folder has no program */
export async function placeOf(slipway: Slipway, { folder }: StackRequest): Promise<StackPlace> {
  const { env, cwd } = slipway
  const directory = folder === undefined ? projectFolderAbove(cwd) : resolve(cwd, folder)
  const files = projectFiles(slipway, directory)
  const project = pulumiProjectIn(directory, files)
  if (project !== undefined) {
    const settings = await loadSettings({ directory, env, cwd, files })
    const folders = await foldersBy(settings, directory, { env, cwd })
    const sealer = sealerOf(env)
    return { project, folders, sealer, instances: () => recordedInstances(folders, sealer) }
  }
  throw new Failure('stack/no-project', `${shownPath(resolve(cwd, folder ?? '.'))} has no Pulumi.yaml`, {
    hint: 'only programs have stacks: go to the folder with the program; "slipway instances" lists what blueprints have deployed',
  })
}

/** Returns the stack that a request means. An unknown stack is accepted only if `mayMake` is set. */
export function stackMeant(
  place: StackPlace,
  { env }: Slipway,
  { stack }: StackRequest,
  mayMake: boolean,
): Promise<string> {
  return whichStack(place, { named: stack, env, mayMake })
}
