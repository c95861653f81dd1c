import { lstatSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Failure, messageOf, namespaceOf, shownPath, systemWords } from '@slipway/model'
import { formOf, type Form } from '@slipway/source'
import { ignore } from '../events.ts'
import { fragmentOf } from './fragment.ts'
import { refuseStack } from '../project/find-blueprint.ts'
import { findProject, type ProjectRequest } from '../project/project.ts'
import { unknownInstance, whichInstance } from '../project/which-instance.ts'
import type { Slipway } from '../slipway.ts'
import { lookWithEngine } from '../with-engine.ts'
import { onlyRecordNamed } from '../state/record-named.ts'

/**
 * Writes a recorded resource as blueprint text; `undefined` if the resource is not recorded.
 *
 * @param name the name or id of the resource
 */
export async function blueprintFragment(
  slipway: Slipway,
  name: string,
  form: Form = 'yaml',
  request: ProjectRequest = {},
  observe = ignore,
): Promise<string | undefined> {
  const project = await findProject(slipway, request, 'looks')
  if (project.stackFile !== undefined) refuseStack(project.stackFile.file)
  return lookWithEngine(slipway, project, observe, async (engine) => {
    const instance = await whichInstance(engine.store, project, 'known')
    const state = await engine.load(instance)
    if (state === undefined) throw await unknownInstance(engine.store, instance)
    if (!state.resources.some((record) => record.name === name || record.id === name)) return undefined
    const record = onlyRecordNamed(state, name)
    const { type } = record
    const wanted = { resourceTypes: [type], dataSourceTypes: [], functions: [] }
    const provider = await engine.catalog.define(namespaceOf(type), wanted)
    const definition = provider?.resourceTypes[type] ?? { schema: { type: 'object' } as const }
    return fragmentOf(record, definition, form)
  })
}

/** Returns the form for the ending of a file name. */
export function formOfFile(path: string): Form {
  return formOf(path, '')
}

/** Fails early if the file exists, because nothing is overwritten. */
export function refuseOverwriting({ cwd }: Pick<Slipway, 'cwd'>, path: string): void {
  if (lstatSync(resolve(cwd, path), { throwIfNoEntry: false }) === undefined) return
  throw new Failure('cli/file-is-there', `${shownPath(path)} already exists, and Slipway does not overwrite it`, {
    hint: 'give --out another name',
  })
}

export function writeFragment({ cwd }: Pick<Slipway, 'cwd'>, path: string, text: string): void {
  try {
    writeFileSync(resolve(cwd, path), text, { flag: 'wx' })
  } catch (error) {
    const why = systemWords(error) ?? messageOf(error)
    throw new Failure('cli/unwritable-file', `${shownPath(path)} cannot be written: ${why}`, { cause: error })
  }
}
