import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Failure } from '@slipway/model'
import { type ScriptString, scriptStrings } from '@slipway/source/script-strings'
import { readOptionalText, readText } from '@slipway/source/files'
import { projectFileIn } from '@slipway/programs/stacks/project-file'
import type { Brought } from '../trust/trust-mode.ts'
import { blueprintsIn } from './find-blueprint.ts'
import { isInstanceName } from './instance-name.ts'
import { beginningOfStackName, isStackName } from './stack-name.ts'

/** A stack on disk: a TypeScript file whose default export defines an instance. */
export interface StackFile {
  /** Absolute. */
  readonly file: string
  /** The folder of state and settings, and the base of relative paths in the stack. */
  readonly directory: string
  /** The name of the instance, if the file states one. Slipway reads it without running the file. */
  readonly name: string | undefined
  /** The types that the file names as such. Read without running the file, which may name others. */
  readonly types: readonly string[]
  /** True if the user did not name the file. */
  readonly isFound: boolean
}

/**
 * Finds the named stack, or the folder's only stack; `undefined` if there is neither.
 *
 * @throws Failure `cli/several-blueprints` if the folder has several stacks or another deployable file
 */
export function findStack(named: string | undefined, cwd: string): StackFile | undefined {
  const path = resolve(cwd, named ?? '.')
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats?.isDirectory() === true) return foundIn(path)
  return stats?.isFile() === true && isStackName(path) ? stackAt(path, false) : undefined
}

function foundIn(directory: string): StackFile | undefined {
  const stacks = stacksIn(directory)
  const [first] = stacks
  if (first === undefined) return undefined
  const program = projectFileIn(directory)
  const others = [...blueprintsIn(directory), ...(program === undefined ? [] : [basename(program)])]
  if (stacks.length + others.length === 1) return stackAt(join(directory, first), true)
  const all = [...stacks, ...others].join(', ')
  throw new Failure('cli/several-blueprints', `${directory} has several things that can be deployed: ${all}`, {
    hint: `name the one you mean after the command: ${first}`,
  })
}

export function stacksIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).filter(isStackName).sort()
  } catch {
    // The search for a blueprint reports the unreadable folder.
    return []
  }
}

/** Describes the stack as a brought thing. Only commands that run the stack need trust. */
export function broughtStack(file: string): Brought {
  return { what: 'stack', place: basename(file) }
}

function stackAt(file: string, isFound: boolean): StackFile {
  const directory = dirname(file)
  const strings = scriptStrings(readText(file, { what: 'stack' }))
  const types = strings.flatMap(({ value, call }) => (call?.name === 'resource' && call.argument === 1 ? [value] : []))
  return { file, directory, name: nameOf(file, strings), types, isFound }
}

/** Returns the name in `stack({ name: 'site' })`, else the beginning of the file name, else the name of the package beside the file. */
function nameOf(file: string, strings: readonly ScriptString[]): string | undefined {
  const said = strings.find(
    ({ call, property }) => call?.name === 'stack' && call.argument === 0 && property === 'name',
  )
  return said?.value ?? beginningOfStackName(file) ?? nameOfPackage(dirname(file))
}

/** Returns the package name without its scope: `site` for `@acme/site`. */
function nameOfPackage(directory: string): string | undefined {
  try {
    const text = readOptionalText(join(directory, 'package.json'), { isOnDisk: true }) ?? ''
    const { name } = JSON.parse(text) as { readonly name?: unknown }
    const bare = typeof name === 'string' ? name.replace(/^@[^/]*\//, '') : ''
    return isInstanceName(bare) ? bare : undefined
  } catch {
    return undefined
  }
}

/** Makes the failure for a file that names no instance. The folder's name does not count. */
export function noName({ file }: StackFile): Failure {
  return new Failure('stack-file/no-name', `${file} does not name its instance`, {
    hint: "write stack({ name: 'site' }, …), call the file site.stack.ts, give the package.json beside it a name, or use --instance NAME",
  })
}
