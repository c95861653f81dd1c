import { statSync } from 'node:fs'
import { Failure, shownPath } from '@slipway/model'
import { beginningOf } from './beginning-of.ts'

/** Of a file of ours, enough to tell it. */
const looked = 1000

/**
 * What somebody else has written is not overwritten: a file that is there, is not empty, and does not begin as ours do.
 *
 * @param ours how such files of Slipway's begin, within their first 1,000 bytes
 * @param hint what to do, for people
 * @throws Failure `cli/file-is-there`
 */
export function refuseOverOthers(path: string, ours: RegExp, hint: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats?.isFile() !== true || stats.size === 0 || ours.test(beginningOf(path, looked))) return
  throw new Failure('cli/file-is-there', `${shownPath(path)} is there already, and is not overwritten`, { hint })
}
