import { existsSync } from 'node:fs'
import { basename, dirname, isAbsolute } from 'node:path'
import type { Plan } from '@slipway/engine'
import { Failure } from '@slipway/model'
import type { InstanceState } from '@slipway/stores'
import { realFolder } from '../reading/real-folder.ts'
import type { Project } from '../project/project.ts'
import { fileOf } from '../project/file-of.ts'
import type { InstanceWish } from './instance-wish.ts'

/**
 * Refuses an instance that was last deployed from another file of the same folder, if that file is still there: two blueprints, or a stack beside
 * its blueprint, would undo each other's work. A renamed blueprint no longer exists under its old name, and is accepted.
 *
 * @throws Failure `cli/other-blueprint`
 */
export function refuseOtherFile(
  project: Pick<Project, 'blueprint' | 'stackFile'>,
  state: InstanceState | undefined,
  operation: Plan['operation'],
  { otherBlueprint = false }: InstanceWish,
): void {
  const file = fileOf(project)
  const { blueprintFile: last = '', status, name } = state?.instance ?? {}
  if (file === undefined || otherBlueprint || status === 'destroyed' || !isAbsolute(last) || last === file) return
  // Without a file in the request, a destroy accepts records from any file.
  const isFound = (project.stackFile ?? project.blueprint)?.isFound === true
  if (operation === 'refresh' || (operation === 'destroy' && isFound)) return
  const isSameFile = basename(last) === basename(file)
  if (isSameFile || realFolder(dirname(last)) !== realFolder(dirname(file)) || !existsSync(last)) return
  throw new Failure(
    'cli/other-blueprint',
    `${name} was last deployed from ${basename(last)}, which still exists, not from ${basename(file)}`,
    {
      hint: `name ${basename(last)}; give ${basename(file)} an instance of its own with --instance; or, if ${basename(file)} takes over: --other-blueprint (in code: otherBlueprint: true)`,
    },
  )
}
