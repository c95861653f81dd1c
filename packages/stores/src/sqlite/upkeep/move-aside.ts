import { linkSync, readFileSync, rmSync } from 'node:fs'
import { isTaken, writeNewFile } from '../folder/new-file.ts'

/** Renames a file to a free name beside it, `<file>.<why>` or the same with a number. Returns the name. */
export function moveAside(file: string, why: string): string {
  const name = firstFree(file, why, (path) => linkSync(file, path))
  rmSync(file)
  return name
}

/** Copies bytes into a new file beside `file`, named alike. Returns the name. */
export function copyAside(file: string, why: string, bytes: Uint8Array = readFileSync(file)): string {
  return firstFree(file, why, (path) => writeNewFile(path, bytes))
}

function firstFree(file: string, why: string, take: (path: string) => void): string {
  for (let number = 1; ; number++) {
    const path = `${file}.${why}${number === 1 ? '' : `-${number}`}`
    try {
      take(path)
      return path
    } catch (error) {
      if (!isTaken(error)) throw error
    }
  }
}
