import type { ChildRecord, LinkRecord, ResourceRecord } from '@slipway/stores'
import type { ProjectRequest } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { linkStatus, mayRun } from './open-calls.ts'
import { childNamed, stateOf, withState } from './open-state.ts'
import { linkNamed, recordNamed } from './record-named.ts'

/** Shows one resource or link by name or id, or one child by its path. Fails with `cli/no-such-resource`. */
export function showRecord(
  slipway: Slipway,
  name: string,
  request: ProjectRequest = {},
): Promise<{ readonly resource: ResourceRecord } | { readonly link: LinkRecord } | { readonly child: ChildRecord }> {
  return withState(slipway, request, 'read', async ({ store, load, project }) => {
    const state = stateOf(await load({ skipDamaged: true }), project.child)
    const child = childNamed(state, name)
    const isResource = state.resources.some((record) => record.name === name)
    if (child !== undefined && !isResource) return { child }
    const isRunning = (await mayRun(store, state.instance.name)) === true
    const link = linkNamed(state, name)
    if (link !== undefined) return { link: { ...link, status: linkStatus(link, isRunning) } }
    return { resource: recordNamed(state, name, isRunning) }
  })
}
