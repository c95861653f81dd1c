import { Failure } from '@slipway/model'
import { loadSettings, type SettingFlag } from '../settings/load.ts'
import type { Settings } from '../settings/settings.ts'
import { findBlueprint, type BlueprintFile } from './find-blueprint.ts'
import { placesOf, type Places } from './places.ts'

export interface ProjectRequest {
  /** As given on the command line. */
  readonly file: string | undefined
  readonly instance: string | undefined
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  readonly flags?: readonly SettingFlag[]
  /** A command that only needs state can do without a blueprint. */
  readonly blueprintOptional?: boolean
}

/** What a command is about, and where it keeps things. */
export interface Project {
  readonly blueprint: BlueprintFile | undefined
  /** `undefined`: not named; the only one that the state knows is meant. */
  readonly instance: string | undefined
  readonly places: Places
  readonly settings: Settings
}

export async function openProject(request: ProjectRequest): Promise<Project> {
  const { env, cwd, flags = [] } = request
  const blueprint = blueprintOf(request)
  const directory = blueprint?.directory ?? cwd
  const settings = await loadSettings({ directory, env, cwd, flags })
  return { blueprint, instance: request.instance ?? blueprint?.name, places: placesOf(directory, env, cwd), settings }
}

function blueprintOf({ file, cwd, blueprintOptional = false }: ProjectRequest): BlueprintFile | undefined {
  try {
    return findBlueprint(file, cwd)
  } catch (error) {
    const isAbsent = error instanceof Failure && ['cli/no-blueprint', 'cli/several-blueprints'].includes(error.code)
    if (blueprintOptional && file === undefined && isAbsent) return undefined
    throw error
  }
}
