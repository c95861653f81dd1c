import { join } from 'node:path'
import { corePluginRoot, type Slipway } from '@slipway/operations'
import { type InstanceState, memoryStore, type StateStore } from '@slipway/stores'
import { processSealer } from '@slipway/stores/sealer'
import { type Given, MemoryWorld } from '@slipway/testkit'
import { newFolder } from './real-folder.ts'

/** The place that a test deploys to; each test has its own. */
export interface Place {
  readonly slipway: Slipway
  give(given: readonly Given[]): void
  state(instance: string): Promise<InstanceState | undefined>
}

/** Deploys in memory: nothing outside is changed. */
export function inMemory(): Place {
  const world = new MemoryWorld()
  // Puts the records and logs of plugins that are started for their definitions beside the state.
  const state = join(newFolder(), 'state')
  return placeOf({ cwd: process.cwd(), env: { ...environment(), SLIPWAY_STATE: state } }, world)
}

/** Deploys with real plugins, which own the folder. */
export function forReal(folder: string): Place {
  return placeOf({ cwd: folder, env: environment() })
}

function placeOf(where: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }, world?: MemoryWorld): Place {
  const sealer = processSealer()
  const store = memoryStore({ sealer })
  const provider = world?.provider.bind(world)
  return {
    slipway: {
      ...where,
      ownPlugins: corePluginRoot(),
      inMemory: { store: kept(store), sealer, ...(provider && { provider }) },
    },
    give: (given) => {
      if (world === undefined && given.length > 0)
        throw new TypeError('given() is for tests in memory: a real plugin answers what it answers')
      world?.give(given)
    },
    state: (instance) => store.load(instance),
  }
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
