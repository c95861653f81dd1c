import { Failure } from '@slipway/model'
import { ignore } from '../events.ts'
import { refuseChild } from '../project/child.ts'
import { openProgram, openProject } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { stoppable } from '../stopped.ts'
import type { ChangeResult, UpRequest } from './change-request.ts'
import { refuseParts } from '../programs/refuse-parts.ts'
import { loadBlueprint } from '../loading/load-blueprint.ts'
import { changeInstance } from './change-instance.ts'

/**
 * Deploys a blueprint: makes what it describes, changes what differs, destroys what it has no more.
 *
 * @throws Failure, DiagnosticsFailure; Stopped when `stop` came before there was a result. Steps that fail are in the result.
 */
export function up(slipway: Slipway, request: UpRequest, observe = ignore): Promise<ChangeResult> {
  return stoppable(request.stop, async () => {
    const program = await openProgram(slipway, request)
    if (program !== undefined && request.rollback === true)
      throw new Failure('cli/usage', '--rollback is for blueprints, and this is a program', {
        hint: 'leave it out; slipway up goes on from where a run has failed',
      })
    if (program !== undefined) {
      refuseParts(request)
      return changeInstance(slipway, { operation: 'up', project: program, program, wish: request, observe })
    }
    const project = await openProject(slipway, request)
    refuseChild(project)
    const loaded = await loadBlueprint(slipway, project, request, observe)
    return changeInstance(slipway, { operation: 'up', project, wish: request, observe, loaded })
  })
}
