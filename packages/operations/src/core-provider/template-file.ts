import { realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { Failure, shownPath } from '@slipway/model'
import { readInput } from '@slipway/source/files'

/** Bytes: a template is text that people write. */
const mostOfTemplate = 1024 * 1024

/**
 * The text of a template, which lies in the folder of the blueprint or below it, also when symbolic links are followed: a
 * blueprint from elsewhere reads nothing else of this machine by it.
 *
 * @param start where a relative path starts
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

/** Whether there is a regular file. */
export function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true
}

function outside(path: string): Failure {
  return new Failure(
    'cli/function-input',
    `the template ${shownPath(path)} is outside of the folder of the blueprint`,
    {
      hint: 'put it into the folder of the blueprint, or below it',
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
