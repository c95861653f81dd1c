import { homedir } from 'node:os'
import { resolve } from 'node:path'
import type { Settings } from './settings.ts'

/** The directories of `plugins.path`, absolute: relative ones start where they were written down. */
export function pluginPathOf(settings: Settings, project: string): readonly string[] {
  const base = settings.get('plugins', 'path')?.base ?? project
  return settings.list('plugins', 'path').map((path) => pluginDirectory(base, path))
}

/** @param base where a relative path starts */
export function pluginDirectory(base: string, path: string): string {
  return resolve(base, path.replace(/^~(?=\/|$)/, homedir()))
}
