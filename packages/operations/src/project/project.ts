import { basename } from 'node:path'
import { Failure } from '@slipway/model'
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

/** Which project is meant, and which deployment of it. */
export interface ProjectRequest {
  /** A blueprint, or the folder with one; absent: the one blueprint of the folder that the caller is in. */
  readonly file?: string | undefined
  /** `app`, or `app/network`, a child of it. Absent: SLIPWAY_INSTANCE; the name of the file; or else the only one that the state knows. */
  readonly instance?: string | undefined
  /** Of a program. Absent: the selected one, or the only one. */
  readonly stack?: string | undefined
  /** Stronger than the environment and all files. */
  readonly settings?: readonly GivenSetting[]
  /** Which folders may run code of their own. Default: as the caller says. */
  readonly trust?: TrustMode | undefined
}

/**
 * What an operation does in the folder of a project: `runs` what the folder brings of its own, or only `looks`. The first needs a
 * folder that is trusted; the second does without what needs trust.
 */
export type FolderUse = 'looks' | 'runs'

/** The subject of an operation, and its folders. */
export interface Project {
  readonly blueprint: BlueprintFile | undefined
  /** The stack in its place, where that is meant. */
  readonly stackFile?: StackFile
  /** The program in its place, where the folder has one. */
  readonly program?: ProgramFile
  /** What the program is told: worked out once, when it is asked for, as it may take half a second. */
  readonly told?: () => Promise<ProgramConfig>
  /** `undefined`: not named; the only one that the state knows is meant. */
  readonly instance: string | undefined
  /** True when the request or SLIPWAY_INSTANCE names it, and not the file. */
  readonly isInstanceGiven: boolean
  /** The path of a child of the instance, when that is meant: `network/subnets`. */
  readonly child?: string
  readonly folders: Folders
  readonly settings: Settings
  /** Reads what the project brings. */
  readonly files: ProjectFiles
  readonly trust: FolderTrust
}

/** Fails where there is no blueprint, or are several. */
export async function openProject(
  slipway: Slipway,
  request: ProjectRequest,
  use: FolderUse,
): Promise<Project & { blueprint: BlueprintFile }> {
  return await projectOf(slipway, request, findBlueprint(request.file, slipway.cwd), use)
}

/** Of a program that is a function: settings and state are those of the caller's folder. */
export async function inlineProject(
  slipway: Slipway,
  request: Pick<ProjectRequest, 'settings' | 'trust'> & { readonly instance: string },
): Promise<Project & { readonly instance: string }> {
  const { instance } = request
  if (!isInstanceName(instance)) throw badInstanceName(instance)
  const place = await placeIn(slipway, request, { directory: slipway.cwd, instance }, 'runs')
  return { blueprint: undefined, instance, isInstanceGiven: true, ...place }
}

/** Where a project lies, and what of it is meant. */
interface Meant {
  readonly directory: string
  readonly instance?: string | undefined
  /** The blueprint or stack, beside which the variables of the instance may be written. */
  readonly file?: string | undefined
}

/** What follows from where a project lies. Whether its folder is trusted is settled here, before anything of it is used. */
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
  // Without it, another state than the project's would be looked at.
  const namesState = all.ofProject.some(({ path }) => path.join('.') === statePlaceSetting.join('.'))
  if (use === 'runs' || namesState) await trust.demand()
  // What they name is launched for a blueprint, too, which nobody opens them for.
  if (trust.leftOut.length === 0) for (const one of brings.namingFiles) files.assertOurs(one.file, one.what)
  const settings = trust.leftOut.length === 0 ? all : all.withoutOfProject(needsTrust)
  return { folders: await foldersBy(settings, directory, { env, cwd }), settings, files, trust }
}

/**
 * For what only needs the state: that can do without a blueprint, unless one is named.
 *
 * @param mayMake the stack of a program need not be there yet
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

/** The project of a folder with a program, to run it; `undefined` where a blueprint is meant. */
export async function openProgram(
  slipway: Slipway,
  request: ProjectRequest,
  mayMake = true,
): Promise<ProjectOfProgram | undefined> {
  const program = await findProgram(slipway, request.file)
  return program && (await programProject(slipway, request, program, { use: 'runs', mayMake }))
}

/** A stack of ours, and the instance that is meant. */
export interface ProjectOfStack extends Project {
  readonly stackFile: StackFile
  readonly instance: string
}

/**
 * The project of a stack, to run it; `undefined` where none is meant.
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

/** @param isRun it is code that the folder brings */
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
    // The choice of a stack has made sure of that.
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

/** The variable whose value counts where no instance is named. */
const instanceVariable = 'SLIPWAY_INSTANCE'

/** The instance that the user names: in the request, or else in the environment. */
function givenInstance({ env }: Slipway, { instance }: ProjectRequest): string | undefined {
  const byDefault = env[instanceVariable] ?? ''
  return instance ?? (byDefault === '' ? undefined : byDefault)
}

/** @param byFile the instance that the file is, unless another one is named */
function meantInstance(
  slipway: Slipway,
  request: ProjectRequest,
  byFile: string | undefined,
): Pick<Project, 'instance' | 'child' | 'isInstanceGiven'> {
  const given = givenInstance(slipway, request)
  return given === undefined
    ? { instance: byFile, isInstanceGiven: false }
    : { ...namedInstance(given), isInstanceGiven: true }
}

/** The stacks of `--stack` are those of programs of Pulumi. */
function refuseStackOption(what: string, { stack }: ProjectRequest): void {
  if (stack === undefined) return
  throw new Failure('stack/no-project', `${what} is not a Pulumi program, and has no stack ${stack}`, {
    hint: '--stack is for Pulumi programs; to have several instances of a blueprint or a stack file, use --instance NAME',
  })
}

/** For what only needs the state, several are as good as none. */
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
