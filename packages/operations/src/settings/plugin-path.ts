import { homedir } from 'node:os'
import { resolve } from 'node:path'
import type { Settings } from './settings.ts'

/** Returns the absolute directories of `plugins.path`. Relative ones start at their settings file. */
export function pluginPathOf(settings: Settings, project: string): readonly string[] {
  const base = settings.get('plugins', 'path')?.base ?? project
  return settings.list('plugins', 'path').map((path) => pluginDirectory(base, path))
}

/**
 * Returns the absolute path of a plugin directory.
 *
 * @param base the base of a relative path
 */
export function pluginDirectory(base: string, path: string): string {
  return resolve(base, path.replace(/^~(?=\/|$)/, homedir()))
}
