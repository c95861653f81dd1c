import type { ValueMap } from '@slipway/model'
import { missingKeys } from '@slipway/stores'
import type { ProjectRequest } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { withState } from '../state/open-state.ts'

export interface Exports {
  readonly exports: ValueMap
  /** Keys that some of them are sealed with, and that are not here. */
  readonly missingKeys: readonly string[]
}

/** The exports of the last successful deployment. */
export function exportsOf(slipway: Slipway, request: ProjectRequest = {}): Promise<Exports> {
  return withState(slipway, request, 'read', async (state) => {
    const { exports } = (await state.load({ skipDamaged: true })).instance
    return { exports, missingKeys: missingKeys([exports]) }
  })
}
