import type { Plan } from '@slipway/engine'
import type { InstanceState, StateStore } from '@slipway/stores'
import type { Project } from '../../project/project.ts'
import type { InstanceWish } from './instance-wish.ts'
import { refuseOtherFile } from './other-file.ts'
import { refuseFilesOfAnother, variableFilesOf } from './other-variables.ts'

/** What is to be done for an instance. */
export interface Undertaking {
  readonly operation: Plan['operation']
  readonly project: Project
  readonly wish: InstanceWish & { readonly variableFiles?: readonly string[] | undefined }
  /** The working directory of the command: relative names of files start there. */
  readonly cwd: string
  /** A plan that was saved is carried out: what is asked here was asked when it was made, and it has the values themselves. */
  readonly isSaved?: boolean
}

/** The files that an `up` records as those that gave the instance its values. */
export function filesToRecord({ operation, project, wish, cwd, isSaved = false }: Undertaking): readonly string[] {
  return operation === 'up' && !isSaved ? variableFilesOf(project, wish, cwd) : []
}

/**
 * Refuses what looks like a mistake now that it is known how the instance was deployed last.
 *
 * @throws Failure `cli/other-blueprint`, `cli/other-variables`
 */
export async function checkInstance(
  store: Pick<StateStore, 'instances' | 'load'>,
  state: InstanceState | undefined,
  { operation, project, wish, cwd, isSaved = false }: Undertaking,
): Promise<void> {
  if (isSaved) return
  refuseOtherFile(project, state, operation, wish)
  if (operation === 'up') await refuseFilesOfAnother(store, project, state, wish, cwd)
}
