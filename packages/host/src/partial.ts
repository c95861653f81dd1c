import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { shellWord } from '@slipway/model'
import { partialMarker } from './layout.ts'

/** Bytes of a marker that are looked at. */
const mostOfMarker = 4096

/** What to do about a plugin that is present, but not installed. */
export function finishHint(versionFolder: string, descriptor: string): string {
  return `slipway plugin install ${shellWord(askedFor(versionFolder) ?? descriptor)} finishes it`
}

/** Whoever begins an installation writes into the marker what was asked for; other tools write nothing. */
function askedFor(versionFolder: string): string | undefined {
  const [line = ''] = beginningOf(partialMarker(versionFolder)).split('\n', 1)
  return /^[\w@:/#.+~^=<>!, *-]{1,500}$/.test(line) ? line : undefined
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
