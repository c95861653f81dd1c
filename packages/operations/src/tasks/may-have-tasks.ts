import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Project } from '../project/project.ts'

/** False for most projects: then nothing needs to be loaded that reads task plugins. */
export function mayHaveTasks({ folders, settings }: Pick<Project, 'folders' | 'settings'>): boolean {
  return settings.get('tasks') !== undefined || existsSync(join(folders.project, 'tasks'))
}
