import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Failure } from '@slipway/model'
import { projectFileIn } from '../stacks/project-file.ts'
import type { PulumiProject } from '../stacks/pulumi-project.ts'
import { findBlueprint } from './find-blueprint.ts'

/** A folder with a program in it, and what its project file says. */
export interface ProgramFile {
  /** Absolute. */
  readonly file: string
  /** Relative paths in the program start here; state and settings lie here. */
  readonly directory: string
  readonly project: string
  /** `nodejs` */
  readonly runtime: string
  /** Where the program itself lies, when that is not the folder. */
  readonly main: string | undefined
  /** All that the project file says. */
  readonly described: PulumiProject
}

/**
 * The program of a folder; `undefined` where there is none, or where there is a blueprint, too. Where none is named it may be that of
 * a folder above, in which the caller is. Fails as `pulumiProjectIn`.
 */
export async function findProgram(named: string | undefined, cwd: string): Promise<ProgramFile | undefined> {
  const directory = named === undefined ? projectFolderAbove(cwd) : resolve(cwd, named)
  if (named !== undefined && statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined
  if (projectFileIn(directory) === undefined || hasBlueprint(directory)) return undefined
  const { pulumiProjectIn } = await import('../stacks/pulumi-project.ts')
  const described = pulumiProjectIn(directory)
  if (described === undefined) return undefined
  const { file, name: project, runtime, main } = described
  return { file, directory, project, runtime: runtime.name, main, described }
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

function hasBlueprint(directory: string): boolean {
  try {
    findBlueprint(directory, directory)
    return true
  } catch (error) {
    return !(error instanceof Failure && error.code === 'cli/no-blueprint')
  }
}
