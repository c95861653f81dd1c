import { ignore, type Observer } from '../events.ts'
import { refuseChild } from '../project/child.ts'
import { inlineProject, openProgram, openProject, openStack } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { throwing } from './run-failed.ts'
import type { ChangeResult, InlineUpRequest, UpRequest } from './change-request.ts'
import { InlineSource } from '../programs/inline-source.ts'
import { StackSource } from '../programs/stack-source.ts'
import { upSaved } from './saved-plan.ts'
import { loadBlueprint } from '../loading/load-blueprint.ts'
import { assureInstance } from '../instance/new-instance.ts'
import { refuseFileOfAnother } from '../instance/other-variables.ts'
import { changeInstance } from './change-instance.ts'

/**
 * Deploys a blueprint or a program: makes new resources, changes different resources and destroys resources that are no longer wanted.
 *
 * @throws Failure, DiagnosticsFailure; Stopped if `stop` aborts before there is a result; RunFailed if the run fails, unless `throws` is false.
 */
export function up(slipway: Slipway, request: UpRequest | InlineUpRequest, observe = ignore): Promise<ChangeResult> {
  return throwing(request, up, async () => {
    if ('program' in request) {
      const { plan, ...rest } = request
      return plan === undefined ? await upInline(slipway, rest, observe) : await upSaved(slipway, plan, rest, observe)
    }
    const program = await openProgram(slipway, request)
    if (program !== undefined) {
      const source = new StackSource(program, request)
      const wish = { ...request, refresh: request.refresh === true || program.program.described.isRefreshed }
      return changeInstance(slipway, { operation: 'up', project: program, program: source, wish, observe })
    }
    const stack = await openStack(slipway, request)
    if (stack !== undefined) {
      refuseChild(stack)
      refuseFileOfAnother(stack, request, slipway.cwd)
      await assureInstance(slipway, stack, request)
      const { withStackFile } = await import('../programs/stack-file-source.ts')
      return await withStackFile(slipway, { project: stack, request, observe }, (source) =>
        changeInstance(slipway, { operation: 'up', project: stack, program: source, wish: request, observe }),
      )
    }
    const project = await openProject(slipway, request, 'runs')
    refuseChild(project)
    refuseFileOfAnother(project, request, slipway.cwd)
    await assureInstance(slipway, project, request)
    const loaded = await loadBlueprint(slipway, project, request, observe)
    return changeInstance(slipway, { operation: 'up', project, wish: request, observe, loaded })
  })
}

async function upInline(slipway: Slipway, request: InlineUpRequest, observe: Observer): Promise<ChangeResult> {
  const project = await inlineProject(slipway, request)
  const program = new InlineSource(request.program, project.instance)
  return await changeInstance(slipway, { operation: 'up', project, program, wish: request, observe })
}
