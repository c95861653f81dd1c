import { basename } from 'node:path'
import { Failure, shellWord } from '@slipway/model'
import { loadSettings, type GivenSetting } from '../settings/load.ts'
import type { Settings } from '../settings/settings.ts'
import type { Slipway } from '../slipway.ts'
import { namedInstance } from './child.ts'
import { findBlueprint, type BlueprintFile } from './find-blueprint.ts'
import { findProgram, type ProgramFile } from './find-program.ts'
import { broughtStack, findStack, noName, type StackFile } from './find-stack.ts'
import { refuseOtherVersion } from './own-version.ts'
import { foldersBy, statePlaceSetting, type Folders } from './folders.ts'
import { badInstanceName, isInstanceName } from './instance-name.ts'
import { broughtByVariables, variablesFileOf } from './variables-files.ts'
import type { PulumiProject } from '@slipway/programs/stacks/pulumi-project'
import { FolderTrust } from '../trust/folder-trust.ts'
import { type ProjectFiles, projectFiles } from '../trust/project-files.ts'
import type { Brought, TrustMode } from '../trust/trust-mode.ts'
import { broughtBy, needsTrust } from './brings.ts'
import type { ProgramConfig } from '@slipway/programs/stacks/stack-config'
import type { StackKeys } from '@slipway/programs/stacks/stack-secrets'

/** Names a project and one of its deployments. */
export interface ProjectRequest {
  /** A blueprint, or the folder with one. Absent: the only blueprint of the folder that the caller is in. */
  readonly file?: string | undefined
  /**
   * The instance `app`, or `app/network`, a child of `app`. Absent: SLIPWAY_INSTANCE, else the name of the file, else the only instance in the
   * state.
   */
  readonly instance?: string | undefined
  /** The stack of a program. Absent: the selected stack, or the program's only stack. */
  readonly stack?: string | undefined
  /** These settings override the environment and all files. */
  readonly settings?: readonly GivenSetting[]
  /** Decides which folders may run their own code. Default: the caller's mode. */
  readonly trust?: TrustMode | undefined
}

/**
 * An operation either `runs` code that the project's folder brings, or only `looks`. Running needs a trusted folder; looking leaves out the parts
 * that need trust, except for the place of the state: looking at another state would mislead. An operation that `checks` needs no state, and
 * leaves out its place as well.
 */
export type FolderUse = 'checks' | 'looks' | 'runs'

/** The project that an operation works on, and its folders. */
export interface Project {
  readonly blueprint: BlueprintFile | undefined
  /** Present when the project is a stack file. */
  readonly stackFile?: StackFile
  /** Present when the folder has a program. */
  readonly program?: ProgramFile
  /** Reads the configuration of the program. The configuration is computed once, on demand, because the computation may take half a second. */
  readonly told?: () => Promise<ProgramConfig>
  /** The name of the instance. `undefined`: the user named none and means the only instance in the state. */
  readonly instance: string | undefined
  /** True when the request or SLIPWAY_INSTANCE names the instance; false when its name comes from the file. */
  readonly isInstanceGiven: boolean
  /** The option that names the instance in a command: `--instance staging`. Absent for the default instance of the folder. */
  readonly naming?: string
  /** The path of a child of the instance, if the user named a child: `network/subnets`. */
  readonly child?: string
  readonly folders: Folders
  readonly settings: Settings
  /** Reads the brought files. */
  readonly files: ProjectFiles
  readonly trust: FolderTrust
}

/** Opens the project of a blueprint. Fails if the folder has no blueprint or several. */
export async function openProject(
  slipway: Slipway,
  request: ProjectRequest,
  use: FolderUse,
): Promise<Project & { blueprint: BlueprintFile }> {
  return await projectOf(slipway, request, findBlueprint(request.file, slipway.cwd), use)
}

/** Opens the project of an inline program, with the settings and the state of the caller's folder. */
export async function inlineProject(
  slipway: Slipway,
  request: Pick<ProjectRequest, 'settings' | 'trust'> & { readonly instance: string },
): Promise<Project & { readonly instance: string }> {
  const { instance } = request
  if (!isInstanceName(instance)) throw badInstanceName(instance)
  const place = await placeIn(slipway, request, { directory: slipway.cwd, instance }, 'runs')
  return { blueprint: undefined, instance, isInstanceGiven: true, naming: namingOf(instance), ...place }
}

/** The folder of a project, and the part of it that the user means. */
interface Meant {
  readonly directory: string
  readonly instance?: string | undefined
  /** The blueprint or stack. Variables files of the instance may lie beside it. */
  readonly file?: string | undefined
}

/** Derives folders, settings and trust from the folder of a project. Settles trust first, before anything in the folder is used. */
async function placeIn(
  { env, cwd, trust: byDefault, agreeToTrust }: Slipway,
  { settings: given = [], trust: mode = byDefault }: Pick<ProjectRequest, 'settings' | 'trust'>,
  { directory, instance, file }: Meant,
  use: FolderUse,
  own: readonly Brought[] = [],
): Promise<Pick<Project, 'folders' | 'settings' | 'files' | 'trust'>> {
  const asked = { env, ...(mode && { trust: mode }), ...(agreeToTrust && { agreeToTrust }) }
  const files = projectFiles(asked, directory)
  const named = instance !== undefined && isInstanceName(instance) ? instance : undefined
  const all = await loadSettings({ directory, env, cwd, given, files, instance: named })
  const brings = broughtBy({ folder: directory, settings: all.ofProject, env })
  const ofVariables =
    file === undefined || named === undefined ? [] : broughtByVariables(variablesFileOf(file, named), files)
  const things = [...brings.things, ...own, ...ofVariables]
  const trust = new FolderTrust(asked, directory, { ...brings, things })
  if (agreeToTrust === true && mode === 'remembered') trust.remember()
  // Without trust, the operation would look at a different state than the project's.
  const namesState = all.ofProject.some(({ path }) => path.join('.') === statePlaceSetting.join('.'))
  if (use === 'runs' || (use === 'looks' && namesState)) await trust.demand()
  // A blueprint also launches plugins that these files name, but never opens the files.
  if (trust.leftOut.length === 0) for (const one of brings.namingFiles) files.assertOurs(one.file, one.what)
  const settings = trust.leftOut.length === 0 ? all : all.withoutOfProject(needsTrust)
  return { folders: await foldersBy(settings, directory, { env, cwd }), settings, files, trust }
}

/**
 * Finds the project of an operation that needs only the state. The folder may lack a blueprint, unless the request names one.
 *
 * @param mayMake true: the stack of a program may not exist yet
 */
export async function findProject(
  slipway: Slipway,
  request: ProjectRequest,
  use: FolderUse,
  mayMake = false,
): Promise<Project> {
  const program = await findProgram(slipway, request.file)
  if (program !== undefined) return await programProject(slipway, request, program, { use, mayMake })
  const stackFile = stackIfAny(slipway, request)
  if (stackFile !== undefined) return await stackProject(slipway, request, stackFile, { use, isRun: false })
  return await projectOf(slipway, request, blueprintIfAny(slipway, request), use)
}

/** Opens the project of a folder with a program, to run it; `undefined` if the user means a blueprint. */
export async function openProgram(
  slipway: Slipway,
  request: ProjectRequest,
  mayMake = true,
): Promise<ProjectOfProgram | undefined> {
  const program = await findProgram(slipway, request.file)
  return program && (await programProject(slipway, request, program, { use: 'runs', mayMake }))
}

/** A Slipway stack and its instance. */
export interface ProjectOfStack extends Project {
  readonly stackFile: StackFile
  readonly instance: string
}

/**
 * Opens the project of a stack, to run it; `undefined` if the user means no stack.
 *
 * @throws Failure `cli/untrusted`, `stack-file/no-name`, `stack/no-project`
 */
export async function openStack(
  slipway: Slipway,
  request: ProjectRequest,
  use: FolderUse = 'runs',
): Promise<ProjectOfStack | undefined> {
  const stackFile = findStack(request.file, slipway.cwd)
  if (stackFile === undefined) return undefined
  const project = await stackProject(slipway, request, stackFile, { use, isRun: true })
  if (stackFile.isFound) project.files.assertOurs(stackFile.file, 'stack')
  refuseOtherVersion(stackFile.directory)
  const { instance } = project
  if (instance === undefined) throw noName(stackFile)
  if (!isInstanceName(instance)) throw badInstanceName(instance)
  return { ...project, instance }
}

/**
 * Opens the project of a stack.
 *
 * @param isRun true: the stack runs as code that the folder brings
 */
async function stackProject(
  slipway: Slipway,
  request: ProjectRequest,
  stackFile: StackFile,
  { use, isRun }: { readonly use: FolderUse; readonly isRun: boolean },
): Promise<Project & { readonly stackFile: StackFile }> {
  const { file, directory, name } = stackFile
  refuseStackOption(basename(file), request)
  const own = isRun ? [broughtStack(file)] : []
  const named = meantInstance(slipway, request, name)
  const place = await placeIn(slipway, request, { directory, file, instance: named.instance }, use, own)
  return { blueprint: undefined, stackFile, ...named, ...place }
}

/** A program and its chosen stack. */
export interface ProjectOfProgram extends Project {
  readonly program: ProgramFile
  readonly instance: string
  readonly stack: string
  readonly told: () => Promise<ProgramConfig>
}

/**
 * Opens the project of a program, with the chosen stack.
 *
 * @param mayMake true: the coming run may be the first of its stack
 */
async function programProject(
  slipway: Slipway,
  request: ProjectRequest,
  program: ProgramFile,
  { use, mayMake }: { readonly use: FolderUse; readonly mayMake: boolean },
): Promise<ProjectOfProgram> {
  const { env } = slipway
  const { directory, project, described } = program
  const { stack: named } = request
  const instance = givenInstance(slipway, request)
  const place = await placeIn(slipway, request, { directory }, use)
  const [{ whichStack }, { sealerOf }, { recordedInstances }] = await Promise.all([
    import('@slipway/programs/stacks/which-stack'),
    import('../settings/sealer.ts'),
    import('../store/recorded-instances.ts'),
  ])
  const sealer = sealerOf(env)
  const ofInstance = instance?.startsWith(`${project}/`) === true ? instance.slice(project.length + 1) : instance
  const { folders } = place
  const stacks = { project: described, folders, sealer, instances: () => recordedInstances(folders, sealer) }
  const stack = await whichStack(stacks, { named: named ?? ofInstance, env, mayMake })
  let told: Promise<ProgramConfig> | undefined
  return {
    blueprint: undefined,
    program,
    instance: `${project}/${stack}`,
    // `programProject` has already settled the instance when it chose the stack.
    isInstanceGiven: false,
    stack,
    told: () => (told ??= toldTo(described, stack, { env, sealer })),
    ...place,
  }
}

async function toldTo(project: PulumiProject, stack: string, keys: StackKeys): Promise<ProgramConfig> {
  const { programConfig } = await import('@slipway/programs/stacks/stack-config')
  return await programConfig(project, stack, keys)
}

async function projectOf<B extends BlueprintFile | undefined>(
  slipway: Slipway,
  request: ProjectRequest,
  blueprint: B,
  use: FolderUse,
): Promise<Project & { blueprint: B }> {
  refuseStackOption(blueprint?.name ?? slipway.cwd, request)
  const named = meantInstance(slipway, request, blueprint?.name)
  const meant = { directory: blueprint?.directory ?? slipway.cwd, file: blueprint?.file, instance: named.instance }
  const place = await placeIn(slipway, request, meant, use)
  return { blueprint, ...named, ...place }
}

/** The environment variable that names the instance if the request does not. */
const instanceVariable = 'SLIPWAY_INSTANCE'

/** Returns the instance named in the request, or else in the environment. */
function givenInstance({ env }: Slipway, { instance }: ProjectRequest): string | undefined {
  const byDefault = env[instanceVariable] ?? ''
  return instance ?? (byDefault === '' ? undefined : byDefault)
}

/**
 * Returns the instance that the user means.
 *
 * @param byFile the name that the file gives the instance, unless the user names another
 */
function meantInstance(
  slipway: Slipway,
  request: ProjectRequest,
  byFile: string | undefined,
): Pick<Project, 'instance' | 'child' | 'isInstanceGiven' | 'naming'> {
  const given = givenInstance(slipway, request)
  if (given === undefined) return { instance: byFile, isInstanceGiven: false }
  const named = namedInstance(given)
  const { instance } = named
  return { ...named, isInstanceGiven: true, ...(instance !== byFile && { naming: namingOf(instance) }) }
}

function namingOf(instance: string): string {
  return `--instance ${shellWord(instance)}`
}

/** Refuses `--stack`, because only Pulumi programs have such stacks. */
function refuseStackOption(what: string, { stack }: ProjectRequest): void {
  if (stack === undefined) return
  throw new Failure('stack/no-project', `${what} is not a Pulumi program, so it has no stack ${stack}`, {
    hint: '--stack is for Pulumi programs; to have several instances of a blueprint or a stack file, use --instance NAME',
  })
}

/** Finds the stack file, if any. Operations that need only the state ignore several stack files. */
function stackIfAny({ cwd }: Slipway, { file }: ProjectRequest): StackFile | undefined {
  try {
    return findStack(file, cwd)
  } catch (error) {
    if (file === undefined && error instanceof Failure && error.code === 'cli/several-blueprints') return undefined
    throw error
  }
}

function blueprintIfAny({ cwd }: Slipway, { file }: ProjectRequest): BlueprintFile | undefined {
  try {
    return findBlueprint(file, cwd)
  } catch (error) {
    const isAbsent =
      error instanceof Failure &&
      ['cli/no-blueprint', 'cli/several-blueprints', 'cli/blueprint-only'].includes(error.code)
    if (file === undefined && isAbsent) return undefined
    throw error
  }
}
