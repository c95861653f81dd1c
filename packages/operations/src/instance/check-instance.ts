import type { Plan } from '@slipway/engine'
import type { InstanceState, StateStore } from '@slipway/stores'
import type { Project } from '../project/project.ts'
import type { InstanceWish } from './instance-wish.ts'
import { refuseOtherFile } from './other-file.ts'
import { refuseFilesOfAnother, variableFilesOf } from './other-variables.ts'

/** The planned work on an instance. */
export interface Undertaking {
  readonly operation: Plan['operation']
  readonly project: Project
  readonly wish: InstanceWish & { readonly variableFiles?: readonly string[] | undefined }
  /** The working directory of the command, the base of relative file names. */
  readonly cwd: string
  /** True for a saved plan: the plan was checked when it was made, and it contains the values themselves. */
  readonly isSaved?: boolean
}

/** Returns the variables files that an `up` records for the instance. */
export function filesToRecord({ operation, project, wish, cwd, isSaved = false }: Undertaking): readonly string[] {
  return operation === 'up' && !isSaved ? variableFilesOf(project, wish, cwd) : []
}

/**
 * Refuses a likely mistake, judged by the last deployment of the instance.
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
