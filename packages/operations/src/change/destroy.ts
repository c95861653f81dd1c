import { ignore } from '../events.ts'
import { findProject } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { stoppable } from '../stopped.ts'
import type { ChangeResult, DestroyRequest } from './change-request.ts'
import { withEarlyEngine } from './early-engine.ts'

/**
 * Takes down what was deployed. Works from the state: the blueprint tells only what is meant, and may have become
 * unreadable since.
 */
export function destroy(slipway: Slipway, request: DestroyRequest, observe = ignore): Promise<ChangeResult> {
  return stoppable(request.stop, async () => {
    const project = await findProject(slipway, request)
    return withEarlyEngine(slipway, project, false, observe, async (started) => {
      const { changeInstance } = await import('./change-instance.ts')
      return changeInstance(slipway, { operation: 'destroy', project, wish: request, observe, started })
    })
  })
}
