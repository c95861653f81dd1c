import { Failure } from '@slipway/model'
import { loadSettings, type GivenSetting } from '../settings/load.ts'
import type { Settings } from '../settings/settings.ts'
import type { Slipway } from '../slipway.ts'
import { namedInstance } from './child.ts'
import { findBlueprint, type BlueprintFile } from './find-blueprint.ts'
import { foldersOf, type Folders } from './folders.ts'

/** Which project is meant, and which deployment of it. */
export interface ProjectRequest {
  /** A blueprint, or the folder with one; absent: the one blueprint of the folder that the caller is in. */
  readonly file?: string | undefined
  /** `app`, or `app/network`, a child of it. Absent: named as the file is, or else the only one that the state knows. */
  readonly instance?: string | undefined
  /** Stronger than the environment and all files. */
  readonly settings?: readonly GivenSetting[]
}

/** The subject of an operation, and its folders. */
export interface Project {
  readonly blueprint: BlueprintFile | undefined
  /** `undefined`: not named; the only one that the state knows is meant. */
  readonly instance: string | undefined
  /** The path of a child of the instance, when that is meant: `network/subnets`. */
  readonly child?: string
  readonly folders: Folders
  readonly settings: Settings
}

/** Fails where there is no blueprint, or are several. */
export function openProject(
  slipway: Slipway,
  request: ProjectRequest,
): Promise<Project & { blueprint: BlueprintFile }> {
  return projectOf(slipway, request, findBlueprint(request.file, slipway.cwd))
}

/** For what only needs the state: that can do without a blueprint, unless one is named. */
export function findProject(slipway: Slipway, request: ProjectRequest): Promise<Project> {
  return projectOf(slipway, request, blueprintIfAny(slipway, request))
}

async function projectOf<B extends BlueprintFile | undefined>(
  { env, cwd }: Slipway,
  { instance, settings: given = [] }: ProjectRequest,
  blueprint: B,
): Promise<Project & { blueprint: B }> {
  const directory = blueprint?.directory ?? cwd
  const settings = await loadSettings({ directory, env, cwd, given })
  const named = instance === undefined ? { instance: blueprint?.name } : namedInstance(instance)
  return { blueprint, ...named, folders: foldersOf(directory, env, cwd), settings }
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
