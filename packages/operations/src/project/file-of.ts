import type { Project } from './project.ts'

/** The absolute path of a project's blueprint or stack; `undefined` for a program, or without a file. */
export function fileOf({ blueprint, stackFile }: Pick<Project, 'blueprint' | 'stackFile'>): string | undefined {
  return stackFile?.file ?? blueprint?.file
}
