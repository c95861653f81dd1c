import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Project } from '../project/project.ts'

/**
 * False for most projects, which then need not load the reader of task plugins. Also false for an untrusted folder, whose tasks are left out.
 */
export function mayHaveTasks({ folders, settings, trust }: Pick<Project, 'folders' | 'settings' | 'trust'>): boolean {
  if (trust.leftOut.length > 0) return false
  return settings.get('tasks') !== undefined || existsSync(join(folders.project, 'tasks'))
}

/** Like `mayHaveTasks`, for any deployment. Pulumi programs have no stage tasks. */
export function mayHaveTasksAround(project: Pick<Project, 'folders' | 'settings' | 'trust' | 'program'>): boolean {
  return project.program === undefined && mayHaveTasks(project)
}
