import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { ToldError } from './messages.ts'

/** The newest of these are looked through: each costs the start of a Node process. */
const mostFiles = 10

/** Milliseconds for one file. */
const deadlineMs = 3_000

/**
 * Finds the place of an error that V8 found while it compiled a module, such as a name that is declared twice. V8 does not report it to a
 * program that imports the module, but `node --check` prints it.
 *
 * @param loaded paths of the loaded modules, in order
 */
export function placeOfCompileError({ name, message }: ToldError, loaded: readonly string[]): ToldError['place'] {
  if (name !== 'SyntaxError') return undefined
  const candidates = loaded.filter((file) => /\.m?[jt]s$/.test(file)).slice(-mostFiles)
  for (const file of candidates.toReversed()) {
    const printed = checked(file)
    const [, line = '', before = '', found] = /^\[stdin\]:(\d+)\n.*\n( *)\^+\n\nSyntaxError: (.*)$/m.exec(printed) ?? []
    if (found === message) return { file, line: Number(line), column: before.length + 1 }
  }
  return undefined
}

/** Returns what Node prints about a module; '' for a correct one. */
function checked(file: string): string {
  try {
    const text = readFileSync(file, 'utf8')
    const input = file.endsWith('ts') ? stripTypeScriptTypes(text) : text
    const args = ['--check', '--input-type=module', '-']
    return spawnSync(process.execPath, args, { input, encoding: 'utf8', timeout: deadlineMs }).stderr
  } catch {
    return ''
  }
}
