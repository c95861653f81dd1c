import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const metadataFile = 'metadata.yaml'
export const tasksFile = 'tasks.yaml'

/**
 * Returns the task plugins at a directory: the directory itself, or the plugins in it, sorted by name. The sorting does not affect the task order.
 * Fails with the system's error if the directory is unreadable.
 */
export function taskPluginsIn(directory: string): readonly string[] {
  if (!isDirectory(directory)) return []
  if (isPlugin(directory)) return [directory]
  const names = readdirSync(directory).sort()
  return names.map((name) => join(directory, name)).filter((path) => isDirectory(path) && isPlugin(path))
}

export function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function isPlugin(directory: string): boolean {
  return existsSync(join(directory, tasksFile)) || existsSync(join(directory, metadataFile))
}
