import { randomBytes } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Failure, shownPath } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import type { Sealer } from '@slipway/stores'
import { readOptionalText } from '@slipway/source/files'
import type { PulumiProject } from './pulumi-project.ts'

/** Also part of the names of files and instances. */
const stackName = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/

/** The default stack of a project without stacks. */
const firstStack = 'dev'

export interface StackPlace {
  readonly project: PulumiProject
  /** The state's folder, which also has the selection, because it is not shared. */
  readonly folders: { readonly state: string }
  readonly sealer: Sealer
  /** The names of all instances with records in the state. */
  readonly instances: () => Promise<readonly string[]>
}

export interface StackWish {
  /** `undefined`: the selected one, or else the only one. */
  readonly named?: string | undefined
  readonly env: NodeJS.ProcessEnv
  /** True: an unknown stack is accepted, because the coming run makes it. */
  readonly mayMake: boolean
}

/**
 * The stack of a request: the named one, PULUMI_STACK, the selected one, or the only one; without any stack, `dev`.
 *
 * @throws Failure `stack/unknown`, `stack/which`, `stack/bad-name`
 */
export async function whichStack(place: StackPlace, { named, env, mayMake }: StackWish): Promise<string> {
  const name = named ?? (env['PULUMI_STACK'] || undefined)
  if (name !== undefined) {
    // Accept Pulumi's full form. The organization and the project are ignored here.
    const parts = name.split('/')
    const stack = parts.length > 3 ? name : (parts.at(-1) ?? '')
    for (const part of [...parts, stack]) assertName(part)
    await assertKnown(place, stack, mayMake)
    return stack
  }
  const selected = selectedStack(place)
  if (selected !== undefined) return selected
  const stacks = await stacksOf(place)
  const [only = firstStack] = stacks
  if (stacks.length > 1)
    throw new Failure('stack/which', `${place.project.name} has several stacks: ${stacks.join(', ')}`, {
      hint: 'name one of them: --stack NAME, or permanently: slipway stack select NAME',
    })
  return only
}

async function assertKnown(place: StackPlace, stack: string, mayMake: boolean): Promise<void> {
  if (selectedStack(place) === stack || filesOf(place.project).includes(stack)) return
  const stacks = await stacksOf(place)
  if (stacks.includes(stack)) return
  const near = didYouMean(stack, stacks)
  // A name similar to an existing one is more likely mistyped than new.
  if (mayMake && near === undefined) return
  throw unknownStack(place, stack, stacks)
}

/** @param stacks the existing stacks */
export function unknownStack({ project }: StackPlace, stack: string, stacks: readonly string[]): Failure {
  const known = didYouMean(stack, stacks) ?? (stacks.length === 0 ? undefined : `there are: ${stacks.join(', ')};`)
  const make = `slipway stack init ${stack} makes it`
  return new Failure('stack/unknown', `${project.name} has no stack ${stack}`, {
    hint: known === undefined ? make : `${known} ${make}`,
  })
}

export function stackExists({ project }: StackPlace, stack: string): Failure {
  return new Failure('stack/exists', `${project.name} already has a stack ${stack}`, {
    hint: `slipway stack select ${stack} selects it`,
  })
}

/** The failure for a stack whose records already have the new name, after an interrupted renaming. */
export function halfRenamed(instance: string, renamedTo: string): Failure {
  const [from, to] = [instance, renamedTo].map((name) => name.slice(name.indexOf('/') + 1))
  return new Failure(
    'stack/half-renamed',
    `the renaming of ${instance} to ${renamedTo} was interrupted: its records have the new name, but its file has the old one`,
    {
      hint: `slipway stack rename ${from} ${to} continues it`,
    },
  )
}

/** All stacks with a file or with records, sorted. */
export async function stacksOf(place: StackPlace): Promise<readonly string[]> {
  return [...new Set([...filesOf(place.project), ...(await recordedStacks(place))])].sort()
}

function filesOf({ stackFolder }: PulumiProject): readonly string[] {
  const names = existsSync(stackFolder) ? readdirSync(stackFolder) : []
  return names.flatMap((name) => {
    const stack = /^Pulumi\.(.+)\.(?:ya?ml|json)$/.exec(name)?.[1]
    return stack !== undefined && stackName.test(stack) ? [stack] : []
  })
}

export async function recordedStacks({ project, instances }: StackPlace): Promise<readonly string[]> {
  const prefix = `${project.name}/`
  return (await instances()).filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
}

/**
 * The plain name of a stack of this project, given in plain or full form: `organization/project/stack`. Refuses another project's stack,
 * since the caller may remove it.
 *
 * @throws Failure `stack/bad-name`, `stack/other-project`
 */
export function plainName({ project }: Pick<StackPlace, 'project'>, written: string): string {
  const parts = written.split('/')
  const stack = parts.at(-1) ?? ''
  if (parts.length > 3) assertName(written)
  assertName(stack)
  const other = parts.at(-2)
  if (other === undefined || other === project.name) return stack
  throw new Failure('stack/other-project', `${written} is a stack of ${other}, but this is ${project.name}`, {
    hint: 'go to the folder of its program, or leave out all but the last part of the name',
  })
}

/** @throws Failure `stack/bad-name` */
export function assertName(stack: string): void {
  if (stackName.test(stack)) return
  throw new Failure('stack/bad-name', `"${stack.slice(0, 100)}" is not a valid stack name`, {
    hint: 'a name has letters, digits, dots, hyphens and underscores, and does not begin with a dot or a hyphen',
  })
}

export function selectedStack({ project, folders }: Pick<StackPlace, 'project' | 'folders'>): string | undefined {
  const name = readOptionalText(selectionFile(folders.state, project.name))?.trim() ?? ''
  return stackName.test(name) ? name : undefined
}

/** Selects a stack for this folder's state; `undefined` clears the selection. */
export function selectStack(
  { project, folders }: Pick<StackPlace, 'project' | 'folders'>,
  stack: string | undefined,
): void {
  const file = selectionFile(folders.state, project.name)
  if (stack === undefined) {
    rmSync(file, { force: true })
    return
  }
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!lstatSync(folder).isDirectory())
    throw new Failure('cli/no-folder', `${shownPath(folder)} is not a folder`, {
      hint: 'somebody with write access to the folder of the state put a link there; remove it',
    })
  // Write a new file, because another user with write access may have put a link there.
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, `${stack}\n`, { flag: 'wx', mode: 0o600 })
  renameSync(draft, file)
}

function selectionFile(state: string, project: string): string {
  return join(state, 'stacks', `${project}.selected`)
}
