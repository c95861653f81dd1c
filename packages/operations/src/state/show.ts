import type { ResourceRecord } from '@slipway/stores'
import type { ProjectRequest } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { withState } from './open-state.ts'
import { recordNamed } from './record-named.ts'

/** One resource, by name or id. Fails with `cli/no-such-resource`. */
export function showResource(slipway: Slipway, name: string, request: ProjectRequest = {}): Promise<ResourceRecord> {
  return withState(slipway, request, 'read', async (state) =>
    recordNamed(await state.load({ skipDamaged: true }), name),
  )
}
