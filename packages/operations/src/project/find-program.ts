import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Failure } from '@slipway/model'
import { settingsFileNames } from '../settings/load.ts'
import { projectFileIn } from '@slipway/programs/stacks/project-file'
import type { Slipway } from '../slipway.ts'
import type { PulumiProject } from '@slipway/programs/stacks/pulumi-project'
import { projectFiles } from '../trust/project-files.ts'
import { findBlueprint } from './find-blueprint.ts'

/** The location of a program: a project file may name a folder or a file. */
interface ProgramPlace {
  /** Absolute. */
  readonly folder: string
  /** The path of the program, relative to `folder`. */
  readonly entry: string
}

/** A folder with a program, and the content of its project file. */
export interface ProgramFile {
  /** Absolute. */
  readonly file: string
  /** The folder of state and settings. */
  readonly directory: string
  readonly project: string
  /** `nodejs` */
  readonly runtime: string
  /** The location of the program itself. Its relative paths start in that folder, and its plugins run in it. */
  readonly place: ProgramPlace
  /** The content of the project file. */
  readonly described: PulumiProject
}

/**
 * Finds the program of a folder; `undefined` if the folder has none, or also has a blueprint. Without a name, searches the working directory and the
 * folders above. Fails like `pulumiProjectIn`.
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

/** Finds the nearest folder with a program or a blueprint, from `cwd` upwards; returns `cwd` if no folder has one. */
export function projectFolderAbove(cwd: string): string {
  let folder = cwd
  while (projectFileIn(folder) === undefined && !hasBlueprint(folder)) {
    const above = dirname(folder)
    if (above === folder) return cwd
    folder = above
  }
  return folder
}

/** True if anything marks the folder as a project. */
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
