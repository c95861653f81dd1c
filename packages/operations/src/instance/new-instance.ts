import { basename } from 'node:path'
import { Failure } from '@slipway/model'
import { nearest } from '@slipway/source'
import type { Project } from '../project/project.ts'
import { isAlone, variablesFileOf, variablesFilesOf } from '../project/variables-files.ts'
import { sealerOf } from '../settings/sealer.ts'
import type { Slipway } from '../slipway.ts'
import { recordOf } from '../store/recorded-instances.ts'
import type { InstanceWish } from './instance-wish.ts'
import { fileOf } from '../project/file-of.ts'
import { refuseOtherFile } from './other-file.ts'

/**
 * Makes sure that the user means this instance and this file, before anything else is asked. If a blueprint has variables files, an
 * instance without one and without records is probably a misspelt name. A blueprint without such files may have any number of instances.
 *
 * @throws Failure `cli/new-instance`, `cli/other-blueprint`, `cli/ambiguous-variables`
 */
export async function assureInstance({ env, inMemory }: Slipway, project: Project, wish: InstanceWish): Promise<void> {
  const { instance, folders } = project
  const { create = false } = wish
  const file = fileOf(project)
  // In a test, every instance is new.
  if (file === undefined || instance === undefined || inMemory !== undefined) return
  const files = variablesFilesOf(file)
  const mayBeMisspelt = create !== true && files.size > 0 && !files.has(instance)
  // An instance's values do not fit another file. Report the file and not the values.
  const mayBeOfAnother = files.size > 0 && !isAlone(file)
  if (!mayBeMisspelt && !mayBeOfAnother) return
  const { names: recorded, state } = await recordOf(instance, folders, sealerOf(env))
  refuseOtherFile(project, state, 'up', wish)
  if (!mayBeMisspelt || recorded.includes(instance)) return
  const known = [...new Set([...files.keys(), ...recorded])].sort()
  const likely = nearest(instance, known)
  const question = { instance, ...(likely !== undefined && { nearest: likely }) }
  if (typeof create === 'function' && (await create(question))) return
  const own = basename(variablesFileOf(file, instance))
  throw new Failure('cli/new-instance', `${instance} is new here: it is not recorded, and there is no ${own}`, {
    hint: `${likely === undefined ? `there are: ${known.join(', ')};` : `did you mean "${likely}"?`} --create (in code: create: true) makes a new instance`,
  })
}
