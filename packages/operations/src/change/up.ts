import { ignore } from '../events.ts'
import { openProject } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { stoppable } from '../stopped.ts'
import type { ChangeResult, UpRequest } from './change-request.ts'
import { withEarlyEngine } from './early-engine.ts'
import { probablyUpToDate } from './probably-idle.ts'

/**
 * Deploys a blueprint: makes what it describes, changes what differs, destroys what it has no more.
 *
 * @throws Failure, DiagnosticsFailure; Stopped when `stop` came before there was a result. Steps that fail are in the result.
 */
export function up(slipway: Slipway, request: UpRequest, observe = ignore): Promise<ChangeResult> {
  return stoppable(request.stop, async () => {
    const project = await openProject(slipway, request)
    const idle = probablyUpToDate(project, request)
    return withEarlyEngine(slipway, project, idle, observe, async (started) => {
      const [{ loadBlueprint }, { changeInstance }] = await Promise.all([
        import('../project/load-blueprint.ts'),
        import('./change-instance.ts'),
      ])
      const loaded = await loadBlueprint(slipway, project.blueprint, request, observe)
      return changeInstance(slipway, { operation: 'up', project, wish: request, observe, started, loaded })
    })
  })
}
