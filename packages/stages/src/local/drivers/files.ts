import { randomBytes } from 'node:crypto'
import { chmod, cp, mkdir, realpath, rename, rm, stat, writeFile, copyFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { isList, isMap, type Value } from '@slipway/model'
import type { TaskCall } from '../../index.ts'
import { modeParameter, requiredText, withinTimeout, type TaskDriver } from './task-driver.ts'
import { typeNamed } from './type-named.ts'

const fileMode = 0o644
const directoryMode = 0o755

/** Writes `data` to `path`. Relative paths start at the plugin. */
export const uploadFile: TaskDriver = {
  type: typeNamed('upload_file'),
  run: (call) => withinTimeout(call, upload),
}

async function upload(call: TaskCall): Promise<void> {
  const path = resolve(call.directory, requiredText(call, 'path'))
  const mode = modeParameter(call, 'permissions', fileMode)
  await mkdir(dirname(path), { recursive: true, mode: modeParameter(call, 'dir_permissions', directoryMode) })
  await replace(path, mode, (temporary) => writeFile(temporary, requiredText(call, 'data'), { mode, flag: 'wx' }))
}

/** Copies each of `files` from `src` to `dst`, one file or a directory. */
export const copyFiles: TaskDriver = {
  type: typeNamed('copy_files'),
  run: (call) => withinTimeout(call, copy),
}

async function copy(call: TaskCall): Promise<void> {
  const mode = modeParameter(call, 'permissions', fileMode)
  const directories = modeParameter(call, 'dir_permissions', directoryMode)
  for (const { src, dst } of pairs(call.task.parameters['files'])) {
    call.signal.throwIfAborted()
    const [from, to] = [resolve(call.directory, src), resolve(call.directory, dst)]
    await mkdir(dirname(to), { recursive: true, mode: directories })
    if ((await stat(from)).isDirectory()) await cp(from, to, { recursive: true, verbatimSymlinks: true })
    else await replace(to, mode, (temporary) => copyFile(from, temporary))
  }
}

/** Makes the directory `dst` equal to `src`, and removes everything that is not in `src`. It does so as a whole, or not at all. */
export const sync: TaskDriver = {
  type: typeNamed('sync'),
  run: (call) => withinTimeout(call, synchronise),
}

async function synchronise(call: TaskCall): Promise<void> {
  const src = resolve(call.directory, requiredText(call, 'src'))
  const dst = resolve(call.directory, requiredText(call, 'dst'))
  await refuseLoss(src, dst)
  await mkdir(dirname(dst), { recursive: true, mode: directoryMode })
  const fresh = besides(dst, 'new')
  try {
    await cp(src, fresh, { recursive: true, errorOnExist: true, force: false, verbatimSymlinks: true })
    call.signal.throwIfAborted()
    await swap(fresh, dst)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** Refuses a dangerous `dst`. The task empties `dst`, so that a path that is one level off would destroy too much. */
async function refuseLoss(src: string, dst: string): Promise<void> {
  if (!(await stat(src)).isDirectory())
    throw new Error(`src is not a directory: ${src}; copy_files copies single files`)
  const old = await stat(dst).catch(ignoreMissing)
  if (old === false) return
  if (!old.isDirectory()) throw new Error(`dst is not a directory: ${dst}; remove it yourself if you do not need it`)
  const [from, to] = [await realpath(src), await realpath(dst)]
  if (isWithin(from, to)) throw new Error(`src is inside dst, which is removed first: ${src} in ${dst}`)
  if (isWithin(to, from)) throw new Error(`dst is inside src, so the copy would contain itself: ${dst} in ${src}`)
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`)
}

/** Replaces a file so that a reader sees the old or the new one. */
async function replace(path: string, mode: number, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = besides(path, 'new')
  try {
    await write(temporary)
    // The umask has reduced the mode of the new file.
    await chmod(temporary, mode)
    await rename(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Puts a directory in the place of another, which is restored on failure. */
async function swap(fresh: string, path: string): Promise<void> {
  const old = besides(path, 'old')
  const hadOld = await rename(path, old).then(() => true, ignoreMissing)
  try {
    await rename(fresh, path)
  } catch (error) {
    if (hadOld) await rename(old, path)
    throw error
  }
  await rm(old, { recursive: true, force: true })
}

/** A name in the same directory, so that the rename stays within one file system. */
function besides(path: string, what: string): string {
  return join(dirname(path), `.slipway-${what}-${randomBytes(6).toString('hex')}`)
}

function pairs(files: Value | undefined): readonly { readonly src: string; readonly dst: string }[] {
  if (!isList(files)) return []
  return files.flatMap((item) => {
    if (!isMap(item)) return []
    const { src, dst } = item
    return typeof src === 'string' && typeof dst === 'string' ? [{ src, dst }] : []
  })
}

function ignoreMissing(error: unknown): false {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  return false
}
