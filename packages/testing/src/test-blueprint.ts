import { basename, dirname, join, resolve } from 'node:path'
import { up } from '@slipway/operations'
import type { GivenReference } from '@slipway/testkit'
import { Deployed, type Round, valuesIn } from './deployment.ts'
import { type AnyGiven, forReal, inMemory, type Place, testInstance } from './in-memory.ts'
import { inRealFolder } from './real-folder.ts'

export interface BlueprintChange extends Round {
  readonly variables?: Readonly<Record<string, string | number | boolean | undefined>>
  /** The answers and behaviour of providers in memory, and what references find. Replaces what was given before. */
  readonly given?: readonly AnyGiven[]
}

export interface RealBlueprint extends Omit<BlueprintChange, 'given'> {
  /** Real plugins are called, in a new folder that is removed in the end. */
  readonly real: true
  /** The exports that references find. They replace earlier ones. */
  readonly given?: readonly GivenReference[]
  /** Files and folders that the blueprint needs beside it; the folder gets copies. */
  readonly files?: readonly string[]
}

export type TestedBlueprint = Deployed<BlueprintChange>

/**
 * Plans and deploys a blueprint in memory: `await testBlueprint('site.blueprint.yaml', { variables })`. Nothing outside is changed.
 * @throws Failure, DiagnosticsFailure for mistakes in the blueprint, and for failures of the change; see `throws`
 */
export function testBlueprint(file: string, change?: BlueprintChange): Promise<TestedBlueprint>
/** Deploys it for real, and hands it to `look`. Always destroys it afterwards, and removes its folder. */
export function testBlueprint<T>(
  file: string,
  change: RealBlueprint,
  look: (deployed: TestedBlueprint, folder: string) => Promise<T>,
): Promise<T>
export async function testBlueprint<T>(
  file: string,
  change: BlueprintChange | RealBlueprint = {},
  look?: (deployed: TestedBlueprint, folder: string) => Promise<T>,
): Promise<T | TestedBlueprint> {
  if (!('real' in change)) return await deployedIn(inMemory(), resolve(file)).change(change)
  if (look === undefined) throw new TypeError('with real: true, testBlueprint() takes a function that looks at it')
  return await inRealFolder([file, ...(change.files ?? [])], async (folder) => {
    const deployed = deployedIn(forReal(folder, dirname(resolve(file))), join(folder, basename(file)))
    return await deployed.lookedAt(change, () => look(deployed, folder))
  })
}

function deployedIn(place: Place, file: string): TestedBlueprint {
  const request = { file, instance: testInstance }
  return new Deployed<BlueprintChange>({
    ...place,
    request,
    up: ({ variables, given = [] }, approve) =>
      place.deploy(given, (slipway) =>
        up(slipway, { ...request, variables: valuesIn(variables), approve, throws: false }),
      ),
    state: () => place.state(request.instance),
  })
}
