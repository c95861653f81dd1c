import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync } from 'node:fs'
import { join, relative } from 'node:path'
import { codeOf, Failure } from '@slipway/model'
import { hasProc } from '@slipway/processes'

/** A folder that stays the found one, even if the names on its path change. */
export interface SteadyFolder {
  /** Means this very folder for as long as it is used. */
  readonly path: string
  readonly descriptor: number
}

/** Flags for paths that others may write: open only a folder, and follow no link. */
const asFolder = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW

/**
 * Works in a folder below `top`, which is ours. The folders between belong to the user of a pod, who may put links there at any moment to
 * misdirect our writes, so this follows no link. Makes missing folders on the way.
 * @throws Failure `node/foreign-folder`
 */
export function inFolder<T>(top: string, folder: string, work: (found: SteadyFolder) => T): T {
  let named = top
  let found = opened(openSync(top, constants.O_RDONLY | constants.O_DIRECTORY), top)
  try {
    for (const step of relative(top, folder).split('/').filter(Boolean)) {
      named = join(named, step)
      const next = entered(found, step, named)
      closeSync(found.descriptor)
      found = next
    }
    return work(found)
  } finally {
    closeSync(found.descriptor)
  }
}

/** @param named the path for messages, and for systems that cannot name an open folder */
function entered(above: SteadyFolder, step: string, named: string): SteadyFolder {
  const path = join(above.path, step)
  for (let hasMade = false; ; hasMade = true) {
    try {
      return opened(openSync(path, asFolder), named)
    } catch (error) {
      const code = codeOf(error)
      if (code === 'ENOTDIR' || code === 'ELOOP') throw foreign(named)
      if (code !== 'ENOENT' || hasMade) throw error
    }
    try {
      mkdirSync(path, { mode: 0o755 })
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
}

function opened(descriptor: number, named: string): SteadyFolder {
  return { descriptor, path: hasProc ? `/proc/self/fd/${descriptor}` : named }
}

/** The text of a file of ours in a folder where others may write: `undefined` when there is none, or something else. */
export function readSteadily(path: string, most: number): string | undefined {
  let descriptor: number | undefined
  try {
    // Without the last flag, a named pipe would block.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const { size } = fstatSync(descriptor)
    if (!fstatSync(descriptor).isFile() || size > most) return undefined
    const bytes = Buffer.alloc(size)
    return bytes.toString('utf8', 0, readSync(descriptor, bytes))
  } catch (error) {
    if (['ENOENT', 'ELOOP', 'ENXIO'].includes(codeOf(error) ?? '')) return undefined
    throw error
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

function foreign(path: string): Failure {
  return new Failure('node/foreign-folder', `${path} is not a folder of the pod: something else is in its place`, {
    hint: 'the user of the pod put it there; remove it, and the deploy continues',
  })
}
