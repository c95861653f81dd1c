import { access, constants, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { codeOf, missing, unless } from '../files/system-error.ts'

/**
 * The reason why a program cannot be run, judged by its file; `undefined` when nothing speaks against it. Searches where the shell will
 * search. `neverRan` reports problems that only the shell finds (a missing interpreter).
 * @param path the variable PATH; `undefined` when it is not set: the shell then has its own
 */
export async function problemWith(program: string, cwd: string, path: string | undefined): Promise<string | undefined> {
  const isPath = program.includes('/')
  if (!isPath && path === undefined) return undefined
  const folders = isPath ? [''] : (path ?? '').split(':')
  let isThere = false
  for (const folder of folders) {
    const found = await look(resolve(cwd, folder, program))
    if (found === 'runs') return undefined
    if (found === 'there') isThere = true
  }
  if (isThere) return `${program} cannot be run: it is not an executable file`
  return `there is no program ${program}${isPath ? '' : ' in the PATH'}`
}

async function look(file: string): Promise<'runs' | 'there' | undefined> {
  try {
    const status = await unless(missing, stat(file))
    if (status === undefined) return undefined
    if (!status.isFile()) return 'there'
    await access(file, constants.X_OK)
    return 'runs'
  } catch (thrown) {
    if (codeOf(thrown) === 'EACCES') return 'there'
    throw thrown
  }
}
