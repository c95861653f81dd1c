import { statSync } from 'node:fs'
import { Failure, messageOf, shownPath } from '@slipway/model'
import { beginningOf } from './beginning-of.ts'

/** Of a file of ours, enough to tell it. */
const looked = 1000

/**
 * Refuses to overwrite other people's files: a file that is there, is not empty, and does not begin as ours do.
 *
 * @param ours how such files of Slipway's begin, within their first 1,000 bytes
 * @param hint what to do, for people
 * @throws Failure `cli/file-is-there`; `cli/unwritable-file` when nobody can tell
 */
export function refuseOverOthers(path: string, ours: RegExp, hint: string): void {
  if (isFree(path, ours)) return
  throw new Failure('cli/file-is-there', `${shownPath(path)} is there already, and is not overwritten`, { hint })
}

function isFree(path: string, ours: RegExp): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats?.isFile() !== true || stats.size === 0 || ours.test(beginningOf(path, looked))
  } catch (error) {
    const why = `what is in ${shownPath(path)} cannot be read, so it is not overwritten: ${messageOf(error)}`
    throw new Failure('cli/unwritable-file', why, { hint: 'name another file', cause: error })
  }
}
