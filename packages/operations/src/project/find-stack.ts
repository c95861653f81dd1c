import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Failure } from '@slipway/model'
import { scriptStrings } from '@slipway/source/script-strings'
import { readOptionalText, readText } from '@slipway/source/files'
import { projectFileIn } from '@slipway/programs/stacks/project-file'
import type { Brought } from '../trust/trust-mode.ts'
import { blueprintsIn } from './find-blueprint.ts'
import { isInstanceName } from './instance-name.ts'
import { beginningOfStackName, isStackName } from './stack-name.ts'

/** A stack on disk: a TypeScript file whose default export says what an instance is to have. */
export interface StackFile {
  /** Absolute. */
  readonly file: string
  /** State and settings lie here, and relative paths in it start here. */
  readonly directory: string
  /** The instance that it is, as far as it says so: it is read, and not run. */
  readonly name: string | undefined
  /** Found without being named. */
  readonly isFound: boolean
}

/**
 * The named stack, or the one of the folder; `undefined` where neither is there.
 *
 * @throws Failure `cli/several-blueprints` where the folder has several, or something else that can be deployed
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
    // A caller that looks for a blueprint there says so.
    return []
  }
}

/** As something that needs trust: only commands that run it ask for that. */
export function broughtStack(file: string): Brought {
  return { what: 'stack', place: basename(file) }
}

function stackAt(file: string, isFound: boolean): StackFile {
  const directory = dirname(file)
  return { file, directory, name: nameOf(file), isFound }
}

/** What `stack({ name: 'site' })` says; the beginning of the file's name; or what the package beside it is called. */
function nameOf(file: string): string | undefined {
  const said = scriptStrings(readText(file, { what: 'stack' })).find(
    ({ call, property }) => call?.name === 'stack' && call.argument === 0 && property === 'name',
  )
  return said?.value ?? beginningOfStackName(file) ?? nameOfPackage(dirname(file))
}

/** Without the scope: `site` of `@acme/site`. */
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

/** @throws Failure `stack-file/no-name` for a file that does not say which instance it is: a folder's name is none */
export function noName({ file }: StackFile): Failure {
  return new Failure('stack-file/no-name', `${file} does not say which instance it is`, {
    hint: "write stack({ name: 'site' }, …), call the file site.stack.ts, give the package.json beside it a name, or use --instance NAME",
  })
}
