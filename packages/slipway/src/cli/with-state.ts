import { StorePart, sealerOf } from '@slipway/operations/parts/store-part'
import { Failure } from '@slipway/model'
import type { InstanceState, LoadOptions, Sealer, StateStore } from '@slipway/stores'
import type { Project } from '@slipway/operations/project/project'
import { whichInstance } from '@slipway/operations/project/which-instance'
import type { Console } from './console.ts'
import type { BlueprintOptions } from './options.ts'
import { projectFor } from './with-engine.ts'

/** The state of a project, for commands that need no engine. */
export interface OpenState {
  readonly project: Project
  readonly store: StateStore
  readonly sealer: Sealer
  /** The name of the instance that is meant. */
  readonly name: () => Promise<string>
  /** Fails with `state/unknown-instance` when nothing is recorded of it. */
  readonly load: (options?: LoadOptions) => Promise<InstanceState>
}

/** Opens the state, does the work, closes it. */
export async function withState<T>(
  console: Console,
  file: string | undefined,
  options: Pick<BlueprintOptions, 'instance' | 'set'> & { readonly parallel?: string },
  access: 'read' | 'write',
  work: (state: OpenState) => Promise<T>,
): Promise<T> {
  const project = await projectFor(console, file, options, true)
  const part = new StorePart({ directory: project.places.state, access, sealer: sealerOf(console.env) })
  await part.init()
  const { store, sealer } = part
  const name = (): Promise<string> => whichInstance(store, project.instance)
  try {
    return await work({
      project,
      store,
      sealer,
      name,
      load: async (loadOptions) => loaded(store, await name(), loadOptions),
    })
  } finally {
    await part.close()
  }
}

async function loaded(store: StateStore, name: string, options?: LoadOptions): Promise<InstanceState> {
  const state = await store.load(name, options)
  if (state === undefined) throw await unknownInstance(store, name)
  return state
}

export async function unknownInstance(store: StateStore, name: string): Promise<Failure> {
  const others = (await store.instances()).map((instance) => instance.name)
  return new Failure('state/unknown-instance', `nothing is recorded of an instance ${name}`, {
    hint: others.length === 0 ? 'slipway up deploys a blueprint' : `there are: ${others.join(', ')}`,
  })
}
