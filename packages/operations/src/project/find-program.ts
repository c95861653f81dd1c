import { statSync } from 'node:fs'
import { resolve } from 'node:path'
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

/** The program of a folder; `undefined` where there is none, or where there is a blueprint, too. Fails as `pulumiProjectIn`. */
export async function findProgram(named: string | undefined, cwd: string): Promise<ProgramFile | undefined> {
  const directory = resolve(cwd, named ?? '.')
  if (named !== undefined && statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined
  if (projectFileIn(directory) === undefined || hasBlueprint(directory)) return undefined
  const { pulumiProjectIn } = await import('../stacks/pulumi-project.ts')
  const described = pulumiProjectIn(directory)
  if (described === undefined) return undefined
  const { file, name: project, runtime, main } = described
  return { file, directory, project, runtime: runtime.name, main, described }
}

function hasBlueprint(directory: string): boolean {
  try {
    findBlueprint(directory, directory)
    return true
  } catch (error) {
    return !(error instanceof Failure && error.code === 'cli/no-blueprint')
  }
}
