import { readFileSync } from 'node:fs'
import { codeOf } from '@slipway/model'

/** Returns the content of a file; `undefined` for a missing file. Throws for an unreadable file: a signature or a version must not get lost silently. */
export function contentOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return undefined
    throw error
  }
}
