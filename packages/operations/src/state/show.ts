import type { ChildRecord, ResourceRecord } from '@slipway/stores'
import type { ProjectRequest } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { mayRun } from './open-calls.ts'
import { childNamed, stateOf, withState } from './open-state.ts'
import { recordNamed } from './record-named.ts'

/** One resource by name or id, or one child by its path. Fails with `cli/no-such-resource`. */
export function showRecord(
  slipway: Slipway,
  name: string,
  request: ProjectRequest = {},
): Promise<{ readonly resource: ResourceRecord } | { readonly child: ChildRecord }> {
  return withState(slipway, request, 'read', async ({ store, load, project }) => {
    const state = stateOf(await load({ skipDamaged: true }), project.child)
    const child = childNamed(state, name)
    const isResource = state.resources.some((record) => record.name === name)
    if (child !== undefined && !isResource) return { child }
    return { resource: recordNamed(state, name, (await mayRun(store, state.instance.name)) === true) }
  })
}
