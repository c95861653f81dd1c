import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readVariableFile } from '@slipway/engine'
import { Failure } from '@slipway/model'
import type { TextFiles } from '@slipway/source/files'
import { settingsFileNamesOf } from '../settings/load.ts'
import type { Brought } from '../trust/trust-mode.ts'
import { inOneLine } from './brings.ts'
import { blueprintsIn, nameOfBlueprint } from './find-blueprint.ts'
import { stacksIn } from './find-stack.ts'
import { isInstanceName } from './instance-name.ts'
import { pointersInGiven } from './nested-variables.ts'
import { beginningOfStackName, isStackName } from './stack-name.ts'

/** The endings of variables files. Slipway proposes the first one. */
const endings = ['.vars.yaml', '.vars.yml', '.vars.json']
const [ending = ''] = endings

/** Returns the beginning of the names of a file's variables files: `site` for `site.blueprint.yaml` and `site.stack.ts`, `stack` for `stack.ts`. */
function baseOf(file: string): string {
  return isStackName(file) ? (beginningOfStackName(file) ?? 'stack') : nameOfBlueprint(file)
}

/** Returns the path of an instance's variables file, or the path that a new file would have. */
export function variablesFileOf(file: string, instance: string): string {
  const beginning = join(dirname(file), `${baseOf(file)}.${instance}`)
  return endings.map((end) => beginning + end).find((path) => existsSync(path)) ?? beginning + ending
}

/**
 * Finds the variables files of a blueprint or stack, as absolute paths by instance.
 *
 * @param file absolute
 * @throws Failure `cli/ambiguous-variables` if a file could belong to two blueprints, because instance names may contain dots; or if an instance has
 * two files
 */
export function variablesFilesOf(file: string): ReadonlyMap<string, string> {
  const directory = dirname(file)
  const own = baseOf(file)
  const found = new Map<string, string>()
  const bases = new Set([own, ...basesIn(directory)])
  for (const name of namesIn(directory)) {
    const owners = ownersOf(name, bases)
    const instance = owners.get(own)
    if (instance === undefined) continue
    if (owners.size > 1) throw ambiguous(join(directory, name), owners)
    const other = found.get(instance)
    if (other !== undefined) throw twice(instance, other, join(directory, name))
    found.set(instance, join(directory, name))
  }
  return found
}

/** True if the folder has no other deployable file. */
export function isAlone(file: string): boolean {
  const directory = dirname(file)
  return [...blueprintsIn(directory), ...stacksIn(directory)].every((name) => name === basename(file))
}

/** Lists the instances of a folder with their own settings file. */
export function instancesWithSettings(directory: string): readonly string[] {
  const found = filesIn(directory).flatMap((name) => {
    const instance = /^slipway\.(.+)\.config\.[a-z]+$/.exec(name)?.[1]
    const isOne = instance !== undefined && isInstanceName(instance) && settingsFileNamesOf(instance).includes(name)
    return isOne ? [instance] : []
  })
  return [...new Set(found)]
}

/** Lists the instances that a variables file may belong to, judging by its name and the blueprints and stacks beside it. */
export function instancesOfFile(file: string): readonly string[] {
  const name = basename(file)
  if (endingOf(name) === undefined) return []
  return [...new Set(ownersOf(name, new Set(basesIn(dirname(file)))).values())]
}

/** Lists the parts of an instance's variables file that need trust, namely values that point elsewhere on this machine. */
export function broughtByVariables(file: string, files: TextFiles): readonly Brought[] {
  if (!existsSync(file)) return []
  try {
    const { variables } = readVariableFile(file, files.read(file, { what: 'variables file' }))
    return [...variables].flatMap(([name, given]) =>
      pointersInGiven(given).map((pointer) => ({
        what: inOneLine(`variable ${name}, which points to ${pointer}`),
        place: basename(file),
      })),
    )
  } catch {
    // Code that needs the values reports the problem.
    return []
  }
}

/** Like `broughtByVariables`, for the variables files of all instances of a folder. */
export function broughtByVariablesIn(directory: string, files: TextFiles): readonly Brought[] {
  return namesIn(directory)
    .map((name) => join(directory, name))
    .filter((file) => instancesOfFile(file).length > 0)
    .flatMap((file) => broughtByVariables(file, files))
}

/** Finds the possible owners of a variables file by its name: instances by base name. */
function ownersOf(name: string, bases: ReadonlySet<string>): ReadonlyMap<string, string> {
  const end = endingOf(name) ?? ''
  const owners = [...bases].sort().flatMap((base) => {
    const instance = name.startsWith(`${base}.`) ? name.slice(base.length + 1, -end.length) : ''
    return isInstanceName(instance) ? [[base, instance] as const] : []
  })
  return new Map(owners)
}

function basesIn(directory: string): readonly string[] {
  return [...blueprintsIn(directory), ...stacksIn(directory)].map(baseOf)
}

function endingOf(name: string): string | undefined {
  return endings.find((end) => name.endsWith(end))
}

/** Lists the names of a folder's variables files. */
function namesIn(directory: string): readonly string[] {
  return filesIn(directory).filter((name) => endingOf(name) !== undefined)
}

function filesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).sort()
  } catch {
    // In an unreadable folder the search finds no files.
    return []
  }
}

function ambiguous(file: string, owners: ReadonlyMap<string, string>): Failure {
  const details = [...owners].map(([base, instance]) => `of ${base}, for the instance ${instance}`)
  return new Failure('cli/ambiguous-variables', `${file} could be the variables file of two blueprints`, {
    details,
    hint: 'rename the file, or one of the two blueprints or stacks',
  })
}

function twice(instance: string, ...files: readonly [string, string]): Failure {
  const [one, other] = files.map((file) => basename(file))
  return new Failure('cli/ambiguous-variables', `${instance} has two variables files: ${one} and ${other}`, {
    hint: 'merge them into one file, and remove the other',
  })
}
