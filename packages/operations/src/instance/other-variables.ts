import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { Failure, shellWord } from '@slipway/model'
import type { InstanceState, StateStore } from '@slipway/stores'
import type { Project } from '../project/project.ts'
import { instancesOfFile, variablesFileOf } from '../project/variables-files.ts'
import { fileOf } from '../project/file-of.ts'
import type { InstanceWish } from './instance-wish.ts'

interface Given extends InstanceWish {
  readonly variableFiles?: readonly string[] | undefined
}

type FilesOf = Pick<Project, 'blueprint' | 'stackFile' | 'folders' | 'instance'>

/**
 * Returns the variables files of an instance, its own files and the named files, relative to the project's folder. Leaves out pipes and files
 * outside the project, because a later run cannot recognise them.
 */
export function variableFilesOf(project: FilesOf, { variableFiles = [] }: Given, cwd: string): readonly string[] {
  const file = fileOf(project)
  const { instance } = project
  const own = file === undefined || instance === undefined ? undefined : variablesFileOf(file, instance)
  return namesInProject(project, [...(own !== undefined && existsSync(own) ? [own] : []), ...variableFiles], cwd)
}

/**
 * Refuses the variables file of another instance, by its name.
 *
 * @throws Failure `cli/other-variables`
 */
export function refuseFileOfAnother(project: FilesOf, given: Given, cwd: string): void {
  const { instance, folders } = project
  const file = fileOf(project)
  if (file === undefined || instance === undefined || given.otherVariables === true) return
  for (const name of namesInProject(project, given.variableFiles, cwd)) {
    const owners = name.includes('/') ? [] : instancesOfFile(resolve(folders.project, name))
    if (owners.length === 0 || owners.includes(instance)) continue
    const own = variablesFileOf(file, instance)
    const message = `${name} has the variables of ${owners.join(' and ')}, not those of ${instance}`
    throw otherVariables(message, existsSync(own) ? `${basename(own)} is read by default` : '')
  }
}

/**
 * Refuses variables files from another instance's last deployment, if this instance was deployed with its own files.
 *
 * @throws Failure `cli/other-variables`
 */
export async function refuseFilesOfAnother(
  store: Pick<StateStore, 'instances' | 'load'>,
  project: FilesOf,
  state: InstanceState | undefined,
  given: Given,
  cwd: string,
): Promise<void> {
  const { variableFiles: last = [], name: instance = '' } = state?.instance ?? {}
  const file = fileOf(project)
  if (file === undefined || last.length === 0 || given.otherVariables === true) return
  const named = namesInProject(project, given.variableFiles, cwd)
  const own = new Set([...last, basename(variablesFileOf(file, instance))])
  if (named.length === 0 || named.some((name) => own.has(name))) return
  for (const other of await store.instances()) {
    if (other.name === instance || other.damage !== undefined) continue
    const record = (await store.load(other.name, { skipDamaged: true }))?.instance
    if (dirname(record?.blueprintFile ?? '') !== dirname(file)) continue
    const taken = named.find((name) => record?.variableFiles?.includes(name))
    if (taken === undefined) continue
    const said = `${taken} was given for the last deployment of ${other.name}; ${instance} was deployed with ${last.join(', ')}`
    throw otherVariables(said, `name its own file: --var-file ${shellWord(last[0] ?? '')}`)
  }
}

function otherVariables(message: string, instead: string): Failure {
  return new Failure('cli/other-variables', message, {
    hint: `${instead === '' ? '' : `${instead}; `}--other-variables (in code: otherVariables: true) uses this one anyway`,
  })
}

function namesInProject(
  project: Pick<Project, 'folders'>,
  files: readonly string[] = [],
  cwd: string,
): readonly string[] {
  return [...new Set(files.flatMap((file) => nameInProject(project, resolve(cwd, file)) ?? []))]
}

/** Returns the recorded name of a file, with `/` on every system; `undefined` for a pipe or a file outside the project. */
function nameInProject({ folders }: Pick<Project, 'folders'>, file: string): string | undefined {
  try {
    if (!statSync(file).isFile()) return undefined
    const name = relative(realpathSync(folders.project), realpathSync(file))
    return isAbsolute(name) || name === '..' || name.startsWith(`..${sep}`) ? undefined : name.replaceAll(sep, '/')
  } catch {
    // The later read of the file reports the problem.
    return undefined
  }
}
