import { readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pluginLogFile } from '@slipway/host'
import { readOptionalText } from '@slipway/source/files'

export interface PluginLog {
  readonly plugin: string
  readonly file: string
  /** The last lines, oldest first. */
  readonly lines: readonly string[]
}

export interface LogQuery {
  /** The plugin whose log to read. Absent: all plugins. */
  readonly plugin?: string | undefined
  readonly lines: number
}

/** Reads the last lines of the plugins' logs. Leaves out plugins that wrote nothing. */
export function readLogs(directory: string, { plugin, lines: limit }: LogQuery): readonly PluginLog[] {
  const files = plugin === undefined ? logFilesIn(directory) : [pluginLogFile(directory, plugin)]
  return files.flatMap((file) => {
    const lines = linesOf(file).slice(-limit)
    return lines.length === 0 ? [] : [{ plugin: relative(directory, dirname(file)), file, lines }]
  })
}

function logFilesIn(directory: string): readonly string[] {
  try {
    const names = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    return names
      .filter((name) => name.endsWith('plugin.log'))
      .map((name) => join(directory, name))
      .sort()
  } catch {
    return []
  }
}

/** Reads all lines of a log. The rotated log comes first. */
function linesOf(file: string): readonly string[] {
  return [`${file}.1`, file].flatMap((path) => {
    const text = readOptionalText(path) ?? ''
    return text.split('\n').filter((line) => line !== '')
  })
}
