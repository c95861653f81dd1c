import { statSync } from 'node:fs'
import { Failure, messageOf, shownPath } from '@slipway/model'
import { beginningOf } from './beginning-of.ts'

/** Number of bytes to read, enough to recognise a file that Slipway wrote. */
const looked = 1000

/**
 * Refuses to overwrite a file that Slipway did not write, that is, a non-empty file that begins differently.
 *
 * @param ours matches the beginning of a file that Slipway wrote, within the first 1,000 bytes
 * @param hint the remedy for the message
 * @throws Failure `cli/file-is-there`; `cli/unwritable-file` if the file is unreadable
 */
export function refuseOverOthers(path: string, ours: RegExp, hint: string): void {
  if (isFree(path, ours)) return
  throw new Failure('cli/file-is-there', `${shownPath(path)} already exists, and Slipway does not overwrite it`, {
    hint,
  })
}

function isFree(path: string, ours: RegExp): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats?.isFile() !== true || stats.size === 0 || ours.test(beginningOf(path, looked))
  } catch (error) {
    const why = `${shownPath(path)} cannot be read, so it is not overwritten: ${messageOf(error)}`
    throw new Failure('cli/unwritable-file', why, { hint: 'name another file', cause: error })
  }
}
