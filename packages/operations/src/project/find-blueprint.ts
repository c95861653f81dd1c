import { readdirSync, statSync, type Stats } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Failure, shellWord } from '@slipway/model'
import { refuseUnlessFile, unreadable } from '@slipway/source/files'
import { isSavedPlan } from '../reading/saved-plan.ts'
import { projectFileIn } from '@slipway/programs/stacks/project-file'
import { isStackName, renamedToStack } from './stack-name.ts'

const blueprintName = /^(.+)\.(?:blueprint\.(?:yaml|yml|json|jsonc)|blueprint|bp)$/

/** A blueprint on disk, and facts derived from its location. */
export interface BlueprintFile {
  /** Absolute. */
  readonly file: string
  /** The folder of state and settings, and the base of relative paths in the blueprint. */
  readonly directory: string
  /** `site` for `site.blueprint`, `site.bp` and `site.blueprint.yaml`: the default name of the instance. */
  readonly name: string
  /** True if the user did not name the file. Slipway then reads it like any brought file. */
  readonly isFound: boolean
}

/** Finds the named file, or the only blueprint of the folder. */
export function findBlueprint(named: string | undefined, cwd: string): BlueprintFile {
  if (named === undefined) return foundIn(cwd)
  const path = resolve(cwd, named)
  const stats = statsOf(path)
  if (stats === undefined) throw new Failure('cli/no-such-file', `there is no file ${path}`, hintOf(dirname(path)))
  if (stats.isDirectory()) return foundIn(path)
  refuseStack(path)
  refuseOtherEnding(path)
  refuseUnlessFile(path, stats, 'blueprint')
  if (stats.isFile()) refusePlan(path, named)
  // A file that the shell opened has no folder.
  return stats.isFIFO() || path === '/dev/stdin' ? { ...blueprintAt(path), directory: cwd } : blueprintAt(path)
}

/**
 * Refuses a stack, in commands that need a blueprint.
 *
 * @throws Failure `cli/blueprint-only` for a stack
 */
export function refuseStack(path: string): void {
  if (!isStackName(path)) return
  throw new Failure('cli/blueprint-only', `${path} is a stack, but this command is for blueprints`, {
    hint: 'a stack is code: only up, plan, validate and graph run it, and you change it in an editor',
  })
}

/**
 * Refuses a script that is named like a stack and has another ending, which would be read as YAML.
 *
 * @throws Failure `stack-file/other-ending`
 */
function refuseOtherEnding(path: string): void {
  const hint = renamedToStack(path)
  if (hint !== undefined)
    throw new Failure('stack-file/other-ending', `${path} is neither a stack nor a blueprint`, { hint })
}

/**
 * Refuses a saved plan, which would give an error per key if it were read as a blueprint.
 *
 * @throws Failure `cli/saved-plan`
 */
function refusePlan(path: string, named: string): void {
  let isPlan: boolean
  try {
    isPlan = isSavedPlan(path)
  } catch (error) {
    throw unreadable(path, 'blueprint', error)
  }
  if (!isPlan) return
  throw new Failure('cli/saved-plan', `${path} is a saved plan, not a blueprint`, {
    hint: `slipway up --plan ${shellWord(named)} carries it out; slipway show ${shellWord(named)} shows it`,
  })
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    throw unreadable(path, 'blueprint', error)
  }
}

function foundIn(directory: string): BlueprintFile {
  return foundAt(onlyBlueprintIn(directory))
}

/** Every blueprint of a folder. */
export function foundBlueprintsIn(directory: string): readonly BlueprintFile[] {
  return blueprintsIn(directory).map((name) => foundAt(join(directory, name)))
}

function foundAt(file: string): BlueprintFile {
  return { ...blueprintAt(file), isFound: true }
}

function blueprintAt(file: string): BlueprintFile {
  return { file, directory: dirname(file), name: nameOfBlueprint(file), isFound: false }
}

/** Returns `site` for `site.blueprint.yaml`; for any other file its name without the last ending. */
export function nameOfBlueprint(file: string): string {
  const written = basename(file)
  return blueprintName.exec(written)?.[1] ?? written.replace(/(?<=.)\.[^.]*$/, '')
}

function onlyBlueprintIn(directory: string): string {
  const found = blueprintsIn(directory)
  const [first] = found
  if (first === undefined) {
    const names = readdirSync(directory)
    const stack = names.find(isStackName)
    if (stack !== undefined) refuseStack(join(directory, stack))
    const renamed = names.map(renamedToStack).find((how) => how !== undefined)
    throw new Failure(
      'cli/no-blueprint',
      `${directory} has no *.stack.ts, and no *.blueprint, *.bp or *.blueprint.yaml, .yml, .json, .jsonc`,
      {
        hint:
          projectFileIn(directory) === undefined
            ? (renamed ?? 'name the file after the command, or start a project here: slipway new')
            : 'it has a program, but this command is for blueprints: slipway state list shows what the program made; a program adopts what exists with the option import of a resource',
      },
    )
  }
  if (found.length > 1) {
    throw new Failure('cli/several-blueprints', `${directory} has ${found.length} blueprints: ${found.join(', ')}`, {
      hint: `name the one you mean after the command: ${first}`,
    })
  }
  return join(directory, first)
}

export function blueprintsIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
      .filter((name) => blueprintName.test(name))
      .sort()
  } catch (error) {
    throw unreadable(directory, 'folder', error)
  }
}

function hintOf(directory: string): { hint?: string } {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return {}
  const found = [...blueprintsIn(directory), ...readdirSync(directory).filter(isStackName).sort()]
  return found.length === 0 ? {} : { hint: `the folder has: ${found.join(', ')}` }
}
