import type { ValueMap } from '@slipway/model'
import { missingKeys, type InstanceState } from '@slipway/stores'
import type { ProjectRequest } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { childNamed, unknownChild, withState } from '../state/open-state.ts'

export interface Exports {
  readonly exports: ValueMap
  /** Keys that seal some of the exports but are missing here. */
  readonly missingKeys: readonly string[]
}

/** Returns the exports of the last successful deployment. */
export function exportsOf(slipway: Slipway, request: ProjectRequest = {}): Promise<Exports> {
  return withState(slipway, request, 'read', async (state) => {
    const { child } = state.project
    const loaded = await state.load({ skipDamaged: true })
    const { exports } = child === undefined ? loaded.instance : (childNamed(loaded, child) ?? refuse(loaded, child))
    return { exports, missingKeys: missingKeys([exports]) }
  })
}

function refuse(state: InstanceState, child: string): never {
  throw unknownChild(state, child)
}
