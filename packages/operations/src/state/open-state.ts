import { Failure } from '@slipway/model'
import type { ChildRecord, InstanceState, Intent, LoadOptions, Sealer, StateStore } from '@slipway/stores'
import { CommandsSaid } from '../instance/commands-said.ts'
import { checkStatePlace } from '../store/state-place.ts'
import { StorePart } from '../store/store-part.ts'
import { sealerOf, sealerToLook } from '../settings/sealer.ts'
import { findProject, type FolderUse, type Project, type ProjectRequest } from '../project/project.ts'
import { unknownInstance, whichInstance } from '../project/which-instance.ts'
import type { Slipway } from '../slipway.ts'

/** The state of a project, for operations that need no engine. */
export interface OpenState {
  readonly project: Project
  readonly store: StateStore
  readonly sealer: Sealer
  /** Returns the name of the request's instance. `new`: accepts an instance whose first run has not recorded anything yet. */
  readonly name: (as?: 'new') => Promise<string>
  /** Loads the records of the instance. Fails with `state/unknown-instance` if there are none. */
  readonly load: (options?: LoadOptions) => Promise<InstanceState>
}

/** The access to the state. `look`: reads without secrets, so that no key is derived from a passphrase, and secrets under a passphrase stay sealed. */
type Access = 'look' | 'read' | 'write'

/** Opens the state, does the work and closes the state. */
export async function withState<T>(
  slipway: Slipway,
  request: ProjectRequest,
  access: Access,
  work: (state: OpenState) => Promise<T>,
  use: FolderUse = 'looks',
): Promise<T> {
  const project = await findProject(slipway, request, use)
  const looks = access === 'look'
  const reached = looks ? 'read' : access
  checkStatePlace(project, reached)
  const sealer = looks ? sealerToLook(slipway.env) : sealerOf(slipway.env)
  const part = new StorePart({ place: project.folders, access: reached, sealer, files: project.files })
  await part.init()
  const { store } = part
  const name = (as: 'known' | 'new' = 'known'): Promise<string> => whichInstance(store, project, as)
  try {
    const load: OpenState['load'] = async (loadOptions) => loaded(store, await name(), loadOptions)
    const state = { project, store, sealer: await store.sealer(), name, load }
    return await new CommandsSaid(project.naming).ofFailures(() => work(state))
  } finally {
    await part.close()
  }
}

async function loaded(store: StateStore, name: string, options?: LoadOptions): Promise<InstanceState> {
  const state = await store.load(name, options)
  if (state === undefined) throw await unknownInstance(store, name)
  return state
}

/**
 * Returns a child's part of a state, under the child's own names; without a child, the whole state.
 *
 * @throws Failure `state/unknown-instance` if the child has no records
 */
export function stateOf(state: InstanceState, child: string | undefined): InstanceState {
  if (child === undefined) return state
  const prefix = `${child}/`
  const isOwn = ({ name }: { readonly name: string }): boolean => name.startsWith(prefix)
  const own = <R extends { readonly name: string }>(record: R): R => ({
    ...record,
    name: record.name.slice(prefix.length),
  })
  const ownIntent = (intent: Intent): Intent => ({ ...intent, resource: own(intent.resource) })
  const resources = state.resources.filter(isOwn)
  if (childNamed(state, child) === undefined && resources.length === 0) throw unknownChild(state, child)
  return {
    ...state,
    resources: resources.map(own),
    intents: state.intents.filter(({ resource }) => isOwn(resource)).map(ownIntent),
    children: (state.children ?? []).filter(isOwn).map(own),
    links: (state.links ?? []).filter(isOwn),
  }
}

export function childNamed({ children = [] }: InstanceState, path: string): ChildRecord | undefined {
  return children.find(({ name }) => name === path)
}

export function unknownChild({ instance, children = [] }: InstanceState, child: string): Failure {
  const known = children.map(({ name }) => `${instance.name}/${name}`)
  return new Failure('state/unknown-instance', `no child ${child} of ${instance.name} is recorded`, {
    hint: known.length === 0 ? `${instance.name} has no children` : `there are: ${known.join(', ')}`,
  })
}
