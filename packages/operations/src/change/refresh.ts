import { ignore } from '../events.ts'
import { refuseChild } from '../project/child.ts'
import { findProject } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { throwing } from './run-failed.ts'
import { changeInstance } from './change-instance.ts'
import type { ChangeResult, RefreshRequest } from './change-request.ts'

/** Records the real state of things. Makes and destroys nothing. */
export function refresh(slipway: Slipway, request: RefreshRequest = {}, observe = ignore): Promise<ChangeResult> {
  return throwing(request, refresh, async () => {
    const project = await findProject(slipway, request, 'runs')
    refuseChild(project)
    return changeInstance(slipway, { operation: 'refresh', project, wish: request, observe })
  })
}
