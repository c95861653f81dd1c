import { realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { Failure, shownPath } from '@slipway/model'
import { readInput } from '@slipway/source/files'

/** The size limit in bytes: enough for hand-written text. */
const mostOfTemplate = 1024 * 1024

/**
 * Returns the text of a template in or below the blueprint's folder, even after following symbolic links. A foreign blueprint can thus read no other
 * files of this machine.
 *
 * @param start the base of a relative path
 */
export function templateText(folder: string, path: string, start: string): string {
  const file = resolve(start, path)
  if (!isBelow(file, folder)) throw outside(path)
  const read = readInput(file, { what: 'template', most: mostOfTemplate, isOnDisk: true })
  if (!isBelow(real(file), real(folder))) throw outside(path)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(read)
  } catch {
    throw new Failure('cli/function-input', `the template ${shownPath(path)} is not text in UTF-8`)
  }
}

/** True for a regular file. */
export function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true
}

function outside(path: string): Failure {
  return new Failure(
    'cli/function-input',
    `the template ${shownPath(path)} is outside of the folder of the blueprint`,
    {
      hint: 'move the template into the folder of the blueprint, or below it',
    },
  )
}

function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function isBelow(file: string, folder: string): boolean {
  const way = relative(folder, file)
  return way !== '' && way !== '..' && !way.startsWith('../') && !isAbsolute(way)
}
