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

const ending = '.vars.yaml'

/** The beginning of the names of a file's variables files: `site` for `site.blueprint.yaml` and `site.stack.ts`, `stack` for `stack.ts`. */
function baseOf(file: string): string {
  return isStackName(file) ? (beginningOfStackName(file) ?? 'stack') : nameOfBlueprint(file)
}

/** The path of an instance's variables file, which need not exist: */
export function variablesFileOf(file: string, instance: string): string {
  return join(dirname(file), `${baseOf(file)}.${instance}${ending}`)
}

/**
 * The absolute variables files of a blueprint or stack, by instance.
 *
 * @param file absolute
 * @throws Failure `cli/ambiguous-variables` if a file could belong to two blueprints, because instance names may contain dots
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
    found.set(instance, join(directory, name))
  }
  return found
}

/** True if the folder has no other deployable file. */
export function isAlone(file: string): boolean {
  const directory = dirname(file)
  return [...blueprintsIn(directory), ...stacksIn(directory)].every((name) => name === basename(file))
}

/** The instances of a folder with their own settings: */
export function instancesWithSettings(directory: string): readonly string[] {
  const found = namesIn(directory, '').flatMap((name) => {
    const instance = /^slipway\.(.+)\.config\.[a-z]+$/.exec(name)?.[1]
    const isOne = instance !== undefined && isInstanceName(instance) && settingsFileNamesOf(instance).includes(name)
    return isOne ? [instance] : []
  })
  return [...new Set(found)]
}

/** The instances that a variables file may belong to, judging by its name and the blueprints and stacks beside it. */
export function instancesOfFile(file: string): readonly string[] {
  const name = basename(file)
  if (!name.endsWith(ending)) return []
  return [...new Set(ownersOf(name, new Set(basesIn(dirname(file)))).values())]
}

/** The parts of an instance's variables file that need trust: values that point elsewhere on this machine. */
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

/** The same for the variables files of all instances of a folder. */
export function broughtByVariablesIn(directory: string, files: TextFiles): readonly Brought[] {
  return namesIn(directory)
    .map((name) => join(directory, name))
    .filter((file) => instancesOfFile(file).length > 0)
    .flatMap((file) => broughtByVariables(file, files))
}

/** The possible owners of a file by its name: instances by base name. */
function ownersOf(name: string, bases: ReadonlySet<string>): ReadonlyMap<string, string> {
  const owners = [...bases].sort().flatMap((base) => {
    const instance = name.startsWith(`${base}.`) ? name.slice(base.length + 1, -ending.length) : ''
    return isInstanceName(instance) ? [[base, instance] as const] : []
  })
  return new Map(owners)
}

function basesIn(directory: string): readonly string[] {
  return [...blueprintsIn(directory), ...stacksIn(directory)].map(baseOf)
}

function namesIn(directory: string, end = ending): readonly string[] {
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith(end))
      .sort()
  } catch {
    // An unreadable folder has no files to find.
    return []
  }
}

function ambiguous(file: string, owners: ReadonlyMap<string, string>): Failure {
  const details = [...owners].map(([base, instance]) => `of ${base}, for the instance ${instance}`)
  return new Failure('cli/ambiguous-variables', `${file} could be the variables file of two blueprints`, {
    details,
    hint: 'rename the file, or the blueprint or stack that it does not belong to',
  })
}
