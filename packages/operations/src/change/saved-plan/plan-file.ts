import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, lstatSync, openSync, renameSync, rmSync, writeSync, type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Failure, messageOf, shownPath, systemWords } from '@slipway/model'
import { holdsState } from '@slipway/stores/sqlite'
import { realFolder } from '../../reading/real-folder.ts'
import { isSavedPlan } from '../../reading/saved-plan.ts'

/**
 * Writes a saved plan to the path of `--out`, atomically and readable only for the user. Replaces a file only if it is a saved plan or
 * empty, or if the user forces it. Never follows a link.
 *
 * @throws Failure `cli/not-a-plan` if another file is there; `cli/unwritable-file`
 */
export function writePlanFile(path: string, text: string, force: boolean): void {
  const temporary = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(6).toString('hex')}`)
  try {
    const isFree = checkPlanFile(path, force)
    writeNew(temporary, text)
    // A free name must still be free; an existing file was checked just now and is replaced.
    if (isFree) linkSync(temporary, path)
    else renameSync(temporary, path)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw unwritable(path, error)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/**
 * Checks that a plan may be saved to the path. Returns true if the path is free.
 *
 * @throws Failure `cli/not-a-plan`, `cli/unwritable-file`
 */
export function checkPlanFile(path: string, force: boolean): boolean {
  let stats: Stats | undefined
  try {
    stats = lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    throw unwritable(path, error)
  }
  if (stats === undefined) {
    refuseWithoutFolder(path)
    refuseFilesOfState(path, () => true)
    return true
  }
  if (stats.isSymbolicLink()) throw other(path, 'is a link', 'name the file itself')
  if (!stats.isFile()) throw other(path, 'is not a file', 'name another one')
  refuseFilesOfState(path, () => isPlanOrEmpty(path, stats))
  if (!force && !isPlanOrEmpty(path, stats)) throw other(path, 'is not a saved plan', '--force replaces it anyway')
  return false
}

/**
 * Protects the files of a state, even another project's. In a state's folder, replaces only a plan or an empty file, even if the user
 * forces it, and takes no name that SQLite uses.
 */
function refuseFilesOfState(path: string, isHarmless: () => boolean): void {
  const folder = realFolder(dirname(path))
  const isOfDatabase = holdsState(folder) && basename(path).startsWith('state.')
  if (isOfDatabase || (isOfState(folder) && !isHarmless()))
    throw other(path, 'is in the folder of a state', 'name another file')
}

/** True for the folder of a state and for its subfolders, which hold logs and notes about running processes. */
function isOfState(folder: string): boolean {
  let inner = ''
  for (let at = folder; ; [inner, at] = [basename(at), dirname(at)]) {
    const isOwn = at === folder || basename(at) === '.slipway' || ownFolders.has(inner)
    if (isOwn && holdsState(at)) return true
    if (dirname(at) === at) return false
  }
}

/** Subfolders to recognise if the state's folder has another name and may be the project's. */
const ownFolders: ReadonlySet<string> = new Set(['logs', 'run', 'stacks'])

/** Fails before planning if the folder is missing. */
function refuseWithoutFolder(path: string): void {
  try {
    lstatSync(dirname(path))
  } catch (error) {
    throw unwritable(path, error)
  }
}

function unwritable(path: string, error: unknown): Failure {
  const why = systemWords(error) ?? messageOf(error)
  return new Failure('cli/unwritable-file', `the plan cannot be saved to ${shownPath(path)}: ${why}`, {
    hint: 'name a file in an existing, writable folder',
  })
}

function other(path: string, what: string, hint: string): Failure {
  return new Failure('cli/not-a-plan', `${path} ${what}, and is not replaced`, { hint })
}

function isPlanOrEmpty(path: string, { size }: Stats): boolean {
  return size === 0 || isSavedPlan(path)
}

function writeNew(path: string, text: string): void {
  const descriptor = openSync(path, 'wx', 0o600)
  try {
    const bytes = Buffer.from(text, 'utf8')
    for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
