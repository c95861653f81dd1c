import { join } from 'node:path'
import { type ChangeResult, corePluginRoot, type InMemory, type Slipway } from '@slipway/operations'
import { type InstanceState, memoryStore, type StateStore } from '@slipway/stores'
import { processSealer } from '@slipway/stores/sealer'
import { type Given, type GivenReference, MemoryWorld } from '@slipway/testkit'
import { exportsGiven } from './given-references.ts'
import { removeFolder, unmadeFolder } from './real-folder.ts'
import { type UnknownGiven, unknownGiven } from './unknown-given.ts'

/** A statement of a test about what is outside. */
export type AnyGiven = Given | GivenReference

/** The place that a test deploys to; each test has its own. */
export interface Place {
  readonly slipway: Slipway
  /** Makes a change, with these statements instead of earlier ones. @throws Failure `testing/unknown-given` */
  deploy(given: readonly AnyGiven[], change: (slipway: Slipway) => Promise<ChangeResult>): Promise<ChangeResult>
  state(instance: string): Promise<InstanceState | undefined>
}

/** The name of the instance in every test. */
export const testInstance = 'test'

/** Deploys in memory: nothing outside is changed. */
export function inMemory(): Place {
  const world = new MemoryWorld(testInstance)
  // Puts the records and logs of plugins that are started for their definitions beside the state.
  const folder = unmadeFolder()
  const env = { ...environment(), SLIPWAY_STATE: join(folder, 'state') }
  const place = placeOf({ cwd: process.cwd(), env }, { world })
  return {
    ...place,
    deploy: (given, change) => place.deploy(given, change).finally(() => removeFolder(folder)),
  }
}

/**
 * Deploys with real plugins, which own the folder.
 *
 * @param sourcesIn the folder of the project, which may define resources of its own
 */
export function forReal(folder: string, sourcesIn: string): Place {
  return placeOf({ cwd: folder, env: environment() }, { sourcesIn })
}

function placeOf(
  where: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  { world, sourcesIn }: { readonly world?: MemoryWorld; readonly sourcesIn?: string },
): Place {
  const sealer = processSealer()
  const store = memoryStore({ sealer })
  let references: readonly GivenReference[] = []
  const provider = world?.provider.bind(world)
  const memory: InMemory = {
    store: kept(store),
    sealer,
    exportsOf: exportsGiven(() => references),
    ...(provider && { provider }),
    ...(sourcesIn !== undefined && { sourcesIn }),
  }
  const slipway: Slipway = { ...where, ownPlugins: corePluginRoot(), inMemory: memory }
  return {
    slipway,
    deploy: async (given, change) => {
      references = given.filter((one) => 'reference' in one)
      const statements = given.filter((one) => 'of' in one)
      if (world === undefined) {
        if (statements.length === 0) return await change(slipway)
        throw new TypeError('given() is for tests in memory: a real plugin answers what it answers')
      }
      world.give(statements)
      return await checked(world, statements, (ended) => change({ ...slipway, inMemory: { ...memory, ended } }))
    },
    state: (instance) => store.load(instance),
  }
}

/** Makes a change, and then refuses statements that have no effect: only the change shows which names and plugins there are. */
async function checked(
  world: MemoryWorld,
  given: readonly Given[],
  change: (ended: NonNullable<InMemory['ended']>) => Promise<ChangeResult>,
): Promise<ChangeResult> {
  let unknown: UnknownGiven = { never: [], perhaps: [] }
  const ended: Parameters<typeof change>[0] = async (definitions) => {
    if (given.length > 0) unknown = await unknownGiven(given, world.asked, definitions)
  }
  const result = await change(ended).catch((thrown: unknown) => {
    // A change may fail because of what the test meant to give.
    throw unknown.never[0] ?? thrown
  })
  const isWhole = result.outcome === 'succeeded' || result.outcome === 'unchanged'
  const [refusal] = [...unknown.never, ...(isWhole ? unknown.perhaps : [])]
  if (refusal !== undefined) throw refusal
  return result
}

/** Ignores the settings of the user who runs the test. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== 'SLIPWAY_INSTANCE' && !name.startsWith('SLIPWAY_VAR_')),
  )
}

/** Keeps a store open until the test ends, although each operation opens and closes its state. */
function kept(store: StateStore): StateStore {
  const openAndClose = { open: async () => undefined, close: async () => undefined }
  return new Proxy(store, {
    get: (target, name) => {
      const found: unknown = Reflect.get(openAndClose, name) ?? Reflect.get(target, name, target)
      return typeof found === 'function' ? found.bind(target) : found
    },
  })
}
