import { randomBytes } from 'node:crypto'
import { existsSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Failure, messageOf, shownPath, systemWords } from '@slipway/model'

/** Writes a file atomically, keeping its mode. Follows a link and writes its target. */
export function writeWhole(path: string, text: string): void {
  try {
    const file = existsSync(path) ? realpathSync(path) : path
    const draft = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}`)
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0o644
    try {
      writeFileSync(draft, text, { flag: 'wx', mode: mode & 0o777, flush: true })
      renameSync(draft, file)
    } finally {
      rmSync(draft, { force: true })
    }
  } catch (error) {
    const why = systemWords(error) ?? messageOf(error)
    throw new Failure('cli/unwritable-file', `${shownPath(path)} cannot be written: ${why}`, { cause: error })
  }
}
