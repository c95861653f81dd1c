import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Failure } from '@slipway/model'
import { ignore, type Observer } from '../events.ts'
import { findProject, type ProjectRequest } from '../project/project.ts'
import { changesBelow } from '../reading/changes-below.ts'
import { writeWhole } from '@slipway/programs/stacks/write-file'
import type { Slipway } from '../slipway.ts'
import { envFileOf } from './env-file.ts'
import { projectTypes, type ProjectTypes, type TypesRequest } from './project-types.ts'

/** Writes the type declarations of a project if they have changed. */
export async function writeTypes(
  slipway: Slipway,
  request: TypesRequest = {},
  observe: Observer = ignore,
): Promise<ProjectTypes> {
  const types = await projectTypes(slipway, request, observe)
  if (!types.isCurrent) writeWhole(types.file, types.text)
  return types
}

export interface WatchTypesRequest extends TypesRequest {
  /** Ends the watch. */
  readonly signal: AbortSignal
  readonly onRound: (types: ProjectTypes) => void
  /** Called for a failed round; the next change may fix it. */
  readonly onFailure: (failure: Failure) => void
}

/** Writes the declarations now and whenever a source of the project changes. Resolves when the signal aborts. */
export async function watchTypes(
  slipway: Slipway,
  { signal, onRound, onFailure, ...request }: WatchTypesRequest,
  observe: Observer = ignore,
): Promise<void> {
  const { folders } = await findProject(slipway, request, 'checks')
  const output = envFileOf(slipway, folders.project, request.out)
  // The watch begins first, to catch changes during the first round.
  const changes = await changesBelow(folders.project, { output, signal })
  const round = async (): Promise<void> => {
    try {
      onRound(await writeTypes(slipway, request, observe))
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown
      onFailure(thrown)
    }
  }
  if (!signal.aborted) await round()
  for await (const changed of changes)
    if (changed.some((name) => /\.([cm]?[jt]s|ya?ml|json)$/.test(name))) await round()
}

/**
 * Updates a project's existing declarations for newly installed plugins. Skips CI and read-only files, because the declarations are not part of a
 * deployment. Returns `undefined` if there is nothing to do.
 */
export async function renewTypes(
  slipway: Slipway,
  request: Pick<ProjectRequest, 'file' | 'settings' | 'trust'>,
): Promise<ProjectTypes | undefined> {
  if ((slipway.env['CI'] ?? '') !== '') return undefined
  const { folders } = await findProject(slipway, request, 'checks')
  const file = envFileOf(slipway, folders.project, undefined)
  if (!existsSync(file) || !isWritable(file)) return undefined
  const types = await projectTypes(slipway, request)
  if (types.isCurrent) return undefined
  writeWhole(types.file, types.text)
  return types
}

/** True if the file is writable. Root can write anything, so a file without write permission counts as read-only for root, too. */
function isWritable(file: string): boolean {
  try {
    if ((statSync(file).mode & 0o200) === 0) return false
    for (const path of [file, dirname(file)]) accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
