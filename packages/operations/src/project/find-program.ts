import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Failure } from '@slipway/model'
import { settingsFileNames } from '../settings/load.ts'
import { projectFileIn } from '@slipway/programs/stacks/project-file'
import type { Slipway } from '../slipway.ts'
import type { PulumiProject } from '@slipway/programs/stacks/pulumi-project'
import { projectFiles } from '../trust/project-files.ts'
import { findBlueprint } from './find-blueprint.ts'

/** A project may say where its program lies: in a folder, or in a file. */
interface ProgramPlace {
  /** Absolute. */
  readonly folder: string
  /** In that folder. */
  readonly entry: string
}

/** A folder with a program in it, and what its project file says. */
export interface ProgramFile {
  /** Absolute. */
  readonly file: string
  /** State and settings lie here. */
  readonly directory: string
  readonly project: string
  /** `nodejs` */
  readonly runtime: string
  /** Where the program itself lies. Relative paths in it start at this folder, and plugins run there. */
  readonly place: ProgramPlace
  /** All that the project file says. */
  readonly described: PulumiProject
}

/**
 * The program of a folder; `undefined` where there is none, or where there is a blueprint, too. Where none is named it may be that of
 * a folder above, in which the caller is. Fails as `pulumiProjectIn`.
 */
export async function findProgram(slipway: Slipway, named: string | undefined): Promise<ProgramFile | undefined> {
  const { cwd } = slipway
  const directory = named === undefined ? projectFolderAbove(cwd) : resolve(cwd, named)
  if (named !== undefined && statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined
  if (projectFileIn(directory) === undefined || hasBlueprint(directory)) return undefined
  const { pulumiProjectIn } = await import('@slipway/programs/stacks/pulumi-project')
  const described = pulumiProjectIn(directory, projectFiles(slipway, directory))
  if (described === undefined) return undefined
  const { file, name: project, runtime, main } = described
  return { file, directory, project, runtime: runtime.name, place: placeOf(directory, main), described }
}

function placeOf(directory: string, main: string | undefined): ProgramPlace {
  if (main === undefined) return { folder: directory, entry: '.' }
  const path = resolve(directory, main)
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true
  return isFile ? { folder: dirname(path), entry: basename(path) } : { folder: path, entry: '.' }
}

/** The nearest folder that has a program or a blueprint, from this one upwards; this one where none has. */
export function projectFolderAbove(cwd: string): string {
  let folder = cwd
  while (projectFileIn(folder) === undefined && !hasBlueprint(folder)) {
    const above = dirname(folder)
    if (above === folder) return cwd
    folder = above
  }
  return folder
}

/** Whether anything in a folder says that it is a project. */
export function isProjectFolder(directory: string): boolean {
  const says = [...settingsFileNames, 'slipway.lock'].some((name) => existsSync(join(directory, name)))
  return says || projectFileIn(directory) !== undefined || hasBlueprint(directory)
}

function hasBlueprint(directory: string): boolean {
  try {
    findBlueprint(directory, directory)
    return true
  } catch (error) {
    return !(error instanceof Failure && error.code === 'cli/no-blueprint')
  }
}
