import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Project } from '../project/project.ts'

/**
 * False for most projects: then nothing needs to be loaded that reads task plugins. False as well where the folder is not trusted: its tasks are
 * left out.
 */
export function mayHaveTasks({ folders, settings, trust }: Pick<Project, 'folders' | 'settings' | 'trust'>): boolean {
  if (trust.leftOut.length > 0) return false
  return settings.get('tasks') !== undefined || existsSync(join(folders.project, 'tasks'))
}

/** The same for the deployment of a stack or a function. Programs of Pulumi have no stage tasks. */
export function mayHaveTasksAround(project: Pick<Project, 'folders' | 'settings' | 'trust' | 'program'>): boolean {
  return project.program === undefined && mayHaveTasks(project)
}
