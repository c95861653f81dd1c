import { Failure } from '@slipway/model'
import { loadSettings, type GivenSetting } from '../settings/load.ts'
import type { Settings } from '../settings/settings.ts'
import type { Slipway } from '../slipway.ts'
import { namedInstance } from './child.ts'
import { findBlueprint, type BlueprintFile } from './find-blueprint.ts'
import { findProgram, type ProgramFile } from './find-program.ts'
import { foldersOf, type Folders } from './folders.ts'
import { badInstanceName, isInstanceName } from './instance-name.ts'
import type { PulumiProject } from '../stacks/pulumi-project.ts'
import { type ProjectFiles, projectFiles } from '../trust/project-files.ts'
import type { ProgramConfig } from '../stacks/stack-config.ts'
import type { StackKeys } from '../stacks/stack-secrets.ts'

/** Which project is meant, and which deployment of it. */
export interface ProjectRequest {
  /** A blueprint, or the folder with one; absent: the one blueprint of the folder that the caller is in. */
  readonly file?: string | undefined
  /** `app`, or `app/network`, a child of it. Absent: named as the file is, or else the only one that the state knows. */
  readonly instance?: string | undefined
  /** Of a program. Absent: the selected one, or the only one. */
  readonly stack?: string | undefined
  /** Stronger than the environment and all files. */
  readonly settings?: readonly GivenSetting[]
}

/** The subject of an operation, and its folders. */
export interface Project {
  readonly blueprint: BlueprintFile | undefined
  /** The program in its place, where the folder has one. */
  readonly program?: ProgramFile
  /** What the program is told: worked out once, when it is asked for, as it may take half a second. */
  readonly told?: () => Promise<ProgramConfig>
  /** `undefined`: not named; the only one that the state knows is meant. */
  readonly instance: string | undefined
  /** True when the request names it, and not the file. */
  readonly isInstanceGiven: boolean
  /** The path of a child of the instance, when that is meant: `network/subnets`. */
  readonly child?: string
  readonly folders: Folders
  readonly settings: Settings
  /** Reads what the project brings. */
  readonly files: ProjectFiles
}

/** Fails where there is no blueprint, or are several. */
export function openProject(
  slipway: Slipway,
  request: ProjectRequest,
): Promise<Project & { blueprint: BlueprintFile }> {
  return projectOf(slipway, request, findBlueprint(request.file, slipway.cwd))
}

/** Of a program that is a function: settings and state are those of the caller's folder. */
export async function inlineProject(
  slipway: Slipway,
  { instance, settings: given = [] }: { readonly instance: string; readonly settings?: readonly GivenSetting[] },
): Promise<Project & { readonly instance: string }> {
  if (!isInstanceName(instance)) throw badInstanceName(instance)
  return { blueprint: undefined, instance, isInstanceGiven: true, ...(await placeIn(slipway, slipway.cwd, given)) }
}

/** What follows from where a project lies. */
async function placeIn(
  slipway: Slipway,
  directory: string,
  given: readonly GivenSetting[],
): Promise<Pick<Project, 'folders' | 'settings' | 'files'>> {
  const { env, cwd } = slipway
  const files = projectFiles(slipway, directory)
  const settings = await loadSettings({ directory, env, cwd, given, files })
  return { folders: foldersOf(directory, env, cwd), settings, files }
}

/**
 * For what only needs the state: that can do without a blueprint, unless one is named.
 *
 * @param mayMake the stack of a program need not be there yet
 */
export async function findProject(slipway: Slipway, request: ProjectRequest, mayMake = false): Promise<Project> {
  const program = await findProgram(slipway, request.file)
  if (program !== undefined) return await programProject(slipway, request, program, mayMake)
  return await projectOf(slipway, request, blueprintIfAny(slipway, request))
}

/** The project of a folder with a program; `undefined` where a blueprint is meant. */
export async function openProgram(
  slipway: Slipway,
  request: ProjectRequest,
  mayMake = true,
): Promise<ProjectOfProgram | undefined> {
  const program = await findProgram(slipway, request.file)
  return program && (await programProject(slipway, request, program, mayMake))
}

/** A program and the stack of it that is meant. */
export interface ProjectOfProgram extends Project {
  readonly program: ProgramFile
  readonly instance: string
  readonly stack: string
  readonly told: () => Promise<ProgramConfig>
}

/** @param mayMake the run that is to come may be the first of its stack */
async function programProject(
  slipway: Slipway,
  { instance, stack: named, settings: given = [] }: ProjectRequest,
  program: ProgramFile,
  mayMake: boolean,
): Promise<ProjectOfProgram> {
  const { env } = slipway
  const { directory, project, described } = program
  const place = await placeIn(slipway, directory, given)
  const [{ whichStack }, { sealerOf }] = await Promise.all([
    import('../stacks/which-stack.ts'),
    import('../settings/sealer.ts'),
  ])
  const sealer = sealerOf(env)
  const ofInstance = instance?.startsWith(`${project}/`) === true ? instance.slice(project.length + 1) : instance
  const stacks = { project: described, state: place.folders.state, sealer }
  const stack = await whichStack(stacks, { named: named ?? ofInstance, env, mayMake })
  let told: Promise<ProgramConfig> | undefined
  return {
    blueprint: undefined,
    program,
    instance: `${project}/${stack}`,
    // The choice of a stack has made sure of that.
    isInstanceGiven: false,
    stack,
    told: () => (told ??= toldTo(described, stack, { env, sealer })),
    ...place,
  }
}

async function toldTo(project: PulumiProject, stack: string, keys: StackKeys): Promise<ProgramConfig> {
  const { programConfig } = await import('../stacks/stack-config.ts')
  return await programConfig(project, stack, keys)
}

async function projectOf<B extends BlueprintFile | undefined>(
  slipway: Slipway,
  { instance, stack, settings: given = [] }: ProjectRequest,
  blueprint: B,
): Promise<Project & { blueprint: B }> {
  if (stack !== undefined)
    throw new Failure(
      'stack/no-project',
      `${blueprint?.name ?? slipway.cwd} is not a program, and has no stack ${stack}`,
      {
        hint: 'to have several instances of a blueprint, use --instance NAME',
      },
    )
  const place = await placeIn(slipway, blueprint?.directory ?? slipway.cwd, given)
  const named = instance === undefined ? { instance: blueprint?.name } : namedInstance(instance)
  const isInstanceGiven = instance !== undefined
  return { blueprint, ...named, isInstanceGiven, ...place }
}

function blueprintIfAny({ cwd }: Slipway, { file }: ProjectRequest): BlueprintFile | undefined {
  try {
    return findBlueprint(file, cwd)
  } catch (error) {
    const isAbsent = error instanceof Failure && ['cli/no-blueprint', 'cli/several-blueprints'].includes(error.code)
    if (file === undefined && isAbsent) return undefined
    throw error
  }
}
