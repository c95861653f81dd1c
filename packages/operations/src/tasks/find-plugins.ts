import { basename, dirname, join, resolve } from 'node:path'
import type { TaskPluginFiles } from '@slipway/stages'
import { Failure, messageOf, type Diagnostic, DiagnosticsFailure, diagnosticsOf } from '@slipway/model'
import { sourceText } from '@slipway/source'
import { isDirectory, metadataFile, taskPluginsIn, tasksFile } from '../reading/task-folders.ts'
import type { TextFiles } from '@slipway/source/files'
import type { Settings } from '../settings/settings.ts'

/** The files of task plugins, and problems with reading them. */
export interface FoundPlugins {
  readonly files: readonly TaskPluginFiles[]
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Finds the task plugins in the directories; each directory is a plugin or contains some. Reads each plugin once. An unreadable plugin gives a
 * diagnostic, like a mistake inside a plugin, so that all problems are reported together.
 */
export function findTaskPlugins(directories: readonly string[], reader: TextFiles): FoundPlugins {
  const files = new Map<string, TaskPluginFiles>()
  const diagnostics: Diagnostic[] = []
  const reading = (path: string, read: () => void): void => {
    try {
      read()
    } catch (error) {
      diagnostics.push(...unreadable(path, error))
    }
  }
  for (const path of directories) {
    reading(path, () => {
      for (const found of pluginDirectories(path)) {
        if (!files.has(resolve(found))) reading(found, () => files.set(resolve(found), readDirectory(found, reader)))
      }
    })
  }
  return { files: [...files.values()], diagnostics }
}

function unreadable(path: string, error: unknown): readonly Diagnostic[] {
  if (!(error instanceof Failure)) throw error
  const { code, message, hint } = error
  const location = { file: path, range: sourceText(path, '').range(0, 0) }
  return (
    diagnosticsOf(error) ?? [{ code, severity: 'error', message, ...(hint === undefined ? {} : { hint }), ...location }]
  )
}

/** Returns the directories of task plugins beside a blueprint and in the settings. */
export function taskDirectories(project: string, settings: Settings): readonly string[] {
  const beside = join(project, 'tasks')
  const setting = settings.get('tasks')
  const named = Array.isArray(setting?.value) ? setting.value : []
  const paths = named.map((path) => {
    if (typeof path === 'string') return resolve(setting?.base ?? project, path)
    throw new Failure('tasks/no-plugin', `the setting tasks must be a list of directories`)
  })
  return [...(taskPluginsIn(beside).length > 0 ? [beside] : []), ...paths]
}

/** Returns the plugin directories at a path. A file of a plugin stands for the plugin. */
function pluginDirectories(path: string): readonly string[] {
  const directory = [metadataFile, tasksFile].includes(basename(path)) && !isDirectory(path) ? dirname(path) : path
  if (!isDirectory(directory)) {
    throw new Failure('tasks/no-plugin', `there is no directory ${directory}`, {
      hint: `a task plugin is a directory with ${metadataFile} and ${tasksFile}`,
    })
  }
  const found = taskPluginsIn(directory)
  if (found.length > 0) return found
  throw new Failure('tasks/no-plugin', `${directory} is not a task plugin and contains none`, {
    hint: `a task plugin is a directory with ${metadataFile} and ${tasksFile}`,
  })
}

function readDirectory(directory: string, reader: TextFiles): TaskPluginFiles {
  const [metadata, tasks] = [join(directory, metadataFile), join(directory, tasksFile)]
  return {
    directory: resolve(directory),
    metadata: { file: metadata, text: readOptional(metadata, reader) },
    tasks: { file: tasks, text: readOptional(tasks, reader) },
  }
}

function readOptional(file: string, reader: TextFiles): string | undefined {
  try {
    return reader.read(file, { what: 'file of stage tasks' })
  } catch (error) {
    if (error instanceof DiagnosticsFailure) throw error
    if (error instanceof Failure && error.code === 'cli/no-such-file') return undefined
    // The folder's failure is reported, because an unread file has no line to show.
    if (error instanceof Failure && error.code === 'cli/unsafe-file') throw error
    const message = messageOf(error)
    const location = { file, range: sourceText(file, '').range(0, 0) }
    throw new DiagnosticsFailure([{ code: 'tasks/no-plugin', severity: 'error', message, ...location }])
  }
}
