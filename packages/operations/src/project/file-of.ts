import type { Project } from './project.ts'

/** Returns the absolute path of a project's blueprint or stack; `undefined` for a program, or for a project without a file. */
export function fileOf({ blueprint, stackFile }: Pick<Project, 'blueprint' | 'stackFile'>): string | undefined {
  return stackFile?.file ?? blueprint?.file
}
