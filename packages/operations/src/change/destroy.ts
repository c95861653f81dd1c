import { ignore } from '../events.ts'
import { refuseChild } from '../project/child.ts'
import { findProject } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { stoppable } from '../stopped.ts'
import type { ChangeResult, DestroyRequest } from './change-request.ts'
import { changeInstance } from './change-instance.ts'

/**
 * Takes down what was deployed. Works from the state: the blueprint tells only what is meant, and may have become
 * unreadable since.
 */
export function destroy(slipway: Slipway, request: DestroyRequest, observe = ignore): Promise<ChangeResult> {
  return stoppable(request.stop, async () => {
    const project = await findProject(slipway, request)
    refuseChild(project)
    return changeInstance(slipway, { operation: 'destroy', project, wish: request, observe })
  })
}
