import { Failure } from '@slipway/model'
import { ignore } from '../events.ts'
import { refuseChild } from '../project/child.ts'
import { findProject, openProgram } from '../project/project.ts'
import { StackSource } from '../programs/stack-source.ts'
import type { Slipway } from '../slipway.ts'
import { throwing } from './run-failed.ts'
import type { ChangeResult, DestroyRequest } from './change-request.ts'
import { changeInstance } from './change-instance.ts'

/** Destroys a deployed instance. Works from the state: the blueprint only identifies the instance, and may have become unreadable. */
export function destroy(slipway: Slipway, request: DestroyRequest, observe = ignore): Promise<ChangeResult> {
  return throwing(request, destroy, async () => {
    const program = request.runProgram === true ? await openProgram(slipway, request, false) : undefined
    if (request.runProgram === true && program === undefined)
      throw new Failure('cli/usage', '--run-program is for programs, but there is none here', {
        hint: 'go to the folder with its Pulumi.yaml, or omit --run-program',
      })
    const project = program ?? (await findProject(slipway, request, 'runs'))
    refuseChild(project)
    const hooked = program && new StackSource(program)
    return changeInstance(slipway, { operation: 'destroy', project, wish: request, observe, ...(hooked && { hooked }) })
  })
}
