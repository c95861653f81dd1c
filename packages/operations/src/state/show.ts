import type { LinkRecord, ResourceRecord } from '@slipway/stores'
import type { ProjectRequest } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { linkStatus, mayRun } from './open-calls.ts'
import { withState } from './open-state.ts'
import { linkNamed, recordNamed } from './record-named.ts'

/** One resource or link, by name or id. Fails with `cli/no-such-resource`. */
export function showRecord(
  slipway: Slipway,
  name: string,
  request: ProjectRequest = {},
): Promise<ResourceRecord | LinkRecord> {
  return withState(slipway, request, 'read', async ({ store, load }) => {
    const state = await load({ skipDamaged: true })
    const isRunning = (await mayRun(store, state.instance.name)) === true
    const link = linkNamed(state, name)
    return link === undefined ? recordNamed(state, name, isRunning) : { ...link, status: linkStatus(link, isRunning) }
  })
}
