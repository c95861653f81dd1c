import type { Project } from './project.ts'

/** The blueprint or stack that a project is deployed from, absolute; `undefined` for a program, and where only the state is meant. */
export function fileOf({ blueprint, stackFile }: Pick<Project, 'blueprint' | 'stackFile'>): string | undefined {
  return stackFile?.file ?? blueprint?.file
}
