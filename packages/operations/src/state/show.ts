import type { ResourceRecord } from '@slipway/stores'
import type { ProjectRequest } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { mayRun } from './open-calls.ts'
import { withState } from './open-state.ts'
import { recordNamed } from './record-named.ts'

/** One resource, by name or id. Fails with `cli/no-such-resource`. */
export function showResource(slipway: Slipway, name: string, request: ProjectRequest = {}): Promise<ResourceRecord> {
  return withState(slipway, request, 'read', async ({ store, load }) => {
    const state = await load({ skipDamaged: true })
    return recordNamed(state, name, (await mayRun(store, state.instance.name)) === true)
  })
}
