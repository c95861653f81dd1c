import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { shellWord } from '@slipway/model'
import { partialMarker } from './layout.ts'

/** Bytes of a marker that are looked at. */
const mostOfMarker = 4096

/**
 * The hint for a plugin that is present, but not installed.
 *
 * @param named how it is asked for by its name and version
 */
export function finishHint(versionFolder: string, named: string): string {
  return `slipway plugin install ${shellWord(elsewhere(versionFolder, named) ?? named)} finishes it`
}

/** The requested name of a version that came from a URL or a path, from the marker. Other tools write nothing into the marker. */
function elsewhere(versionFolder: string, named: string): string | undefined {
  const [line = ''] = beginningOf(partialMarker(versionFolder)).split('\n', 1)
  const [, asked] = /slipway plugin install ([\w@:/#.+~^=<>!,*-]{1,500})$/.exec(line) ?? []
  return asked === undefined || named.startsWith(`${asked}@`) ? undefined : asked
}

function beginningOf(file: string): string {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    try {
      if (!fstatSync(descriptor).isFile()) return ''
      const bytes = Buffer.alloc(mostOfMarker)
      return bytes.toString('utf8', 0, readSync(descriptor, bytes))
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return ''
  }
}
