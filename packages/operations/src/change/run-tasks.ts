import type { StageName } from '@slipway/stages'
import { Failure, type Value } from '@slipway/model'
import { ignore, type Observer } from '../events.ts'
import { refuseChild } from '../project/child.ts'
import { findProject, openStack, type Project, type ProjectRequest } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { throwing } from './run-failed.ts'
import { mayHaveTasks } from '../tasks/may-have-tasks.ts'
import type { InstanceWish } from '../instance/instance-wish.ts'
import { assureInstance } from '../instance/new-instance.ts'
import { refuseFileOfAnother } from '../instance/other-variables.ts'
import { knownVariables } from '../loading/known-variables.ts'
import type { VariablesRequest } from '../project/variables.ts'
import { changeInstance } from './change-instance.ts'
import type { ChangeResult, ChangeWish } from './change-request.ts'

export interface TasksRunRequest
  extends ProjectRequest, VariablesRequest, InstanceWish, Pick<ChangeWish, 'approve' | 'waitMs' | 'stop' | 'cancel'> {
  /** The only stage to run. Default: both stages, one after the other. */
  readonly stage?: StageName | undefined
}

/**
 * Runs all stage tasks of a project again, without touching resources. Like any run, it holds the instance's lock and is in its history.
 *
 * @throws Failure `tasks/none-here`
 */
export function runTasks(slipway: Slipway, request: TasksRunRequest = {}, observe = ignore): Promise<ChangeResult> {
  const { stage } = request
  return throwing(request, runTasks, async () => {
    const project = await findProject(slipway, request, 'runs')
    refuseChild(project)
    refuseFileOfAnother(project, request, slipway.cwd)
    await assureInstance(slipway, project, request)
    if (!mayHaveTasks(project))
      throw new Failure('tasks/none-here', `there are no stage tasks for ${project.folders.project}`, {
        hint: 'Slipway looks in tasks/ beside the blueprint, or in the folders that the setting tasks names',
      })
    const variables = await variablesOf(slipway, project, request, observe)
    const change = { operation: 'tasks', project, wish: request, observe, ...(variables && { variables }) } as const
    return changeInstance(slipway, { ...change, ...(stage !== undefined && { stage }) })
  })
}

/** Returns the variables that have values; `undefined` if the project is neither a blueprint nor a stack. */
async function variablesOf(
  slipway: Slipway,
  project: Project,
  request: TasksRunRequest,
  observe: Observer,
): Promise<ReadonlyMap<string, Value> | undefined> {
  const { blueprint, stackFile } = project
  if (blueprint !== undefined) return knownVariables(slipway, { ...project, blueprint }, request)
  const stack = stackFile && (await openStack(slipway, request))
  if (stack === undefined) return undefined
  const { withStackFile } = await import('../programs/stack-file-source.ts')
  const work = { project: stack, request, observe, isPartial: true }
  return await withStackFile(slipway, work, async (source) => {
    await source.ready
    return source.values
  })
}
