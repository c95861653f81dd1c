import type { AroundSteps, PartResult, Plan } from '@slipway/engine'
import { type Value, type ValueMap, valueMap } from '@slipway/model'
import type { Deployed, StageName, TaskEventSink, TaskOnNode } from '@slipway/stages'
import type { InstanceState, StateStore } from '@slipway/stores'
import type { Observer, PlannedTasks } from '../events.ts'
import { systemClock } from '../ports/system-ports.ts'
import { refuseUnknownSecrets } from './task-secrets.ts'
import type { TaskMark } from './planned-tasks.ts'
import { envForOthers } from '../store/shared-state.ts'
import type { Project } from '../project/project.ts'
import type { DeploymentTasks, StageSession } from './deployment-tasks.ts'
import { mayHaveTasks } from './may-have-tasks.ts'

/** The stage tasks of a deployment, for its plan and for its run. */
export interface Stages {
  /** The task order, for the run's notes. */
  readonly notes: Value
  readonly planned: PlannedTasks
  /** The marks of the tasks in order; a saved plan runs only these tasks. */
  readonly marks: readonly TaskMark[]
  around(run: Pick<StageSession, 'lease' | 'runId' | 'stop' | 'cancel'>, observe: Observer): AroundSteps
}

/** Number of runs to search for the last deployment. Refreshes and imports may lie in between. */
const searchedRuns = 50

interface HowStages {
  readonly anew?: boolean
  readonly isOfProgram?: boolean
  readonly stages?: readonly StageName[]
  /** The known variables of the instance. */
  readonly variables?: ReadonlyMap<string, Value> | undefined
  /** Redacts the output of tasks that get secrets. Absent: secrets stay visible. */
  readonly secrets?: { learn(value: Value): void; redact(text: string): string } | undefined
}

/**
 * Loads the stage tasks of a project; `undefined` if it has none. Most projects have none, and then the reader of task plugins is not loaded. Fails
 * with all their mistakes and reports their warnings.
 *
 * @param plan the plan between the stages
 * @param how `anew`: also run tasks that an earlier run has finished; `isOfProgram`: the goals are not known yet; `stages`: only these (default:
 * both); see `HowStages`
 */
export async function loadStages(
  env: NodeJS.ProcessEnv,
  project: Project,
  store: StateStore,
  plan: Plan,
  state: InstanceState | undefined,
  observe: Observer,
  how: HowStages = {},
): Promise<Stages | undefined> {
  if (!mayHaveTasks(project)) return undefined
  const { folders, settings, files } = project
  const { anew = false, isOfProgram = false, stages, variables = new Map(), secrets } = how
  const { DeploymentTasks } = await import('./deployment-tasks.ts')
  const tasks = DeploymentTasks.load({ project: folders.project, settings, env: envForOthers(env, folders), files })
  if (tasks.warnings.length > 0) observe({ type: 'warnings', diagnostics: tasks.warnings })
  if (tasks.tasks.length === 0) return undefined
  await tasks.decide(variables, folders.project)
  const exported = { ...state?.instance.exports, ...plan.exports }
  if (variables.size > 0) refuseUnknownSecrets(tasks.tasks, new Set([...variables.keys(), ...Object.keys(exported)]))
  const runs = await store.runs(plan.instance, searchedRuns)
  const last = runs.find(({ operation }) => ['up', 'destroy', 'tasks'].includes(operation))
  const lastRun = anew ? undefined : last
  const deployed = deployedBy(plan, state, isOfProgram)
  const tasksUnfinished = lastRun?.operation === 'up' && lastRun.outcome !== 'succeeded'
  return {
    notes: tasks.notes,
    planned: {
      tasks: tasks.planned(state?.tasks ?? [], lastRun, deployed, stages),
      taskOrderChanges: tasks.changesSince(last),
      tasksUnfinished,
    },
    marks: tasks.marks(),
    around: (ours, tell) => {
      const recorded = state?.instance.exports ?? valueMap()
      const told = toldSecrets(tasks)
      const onEvent: TaskEventSink = (event) =>
        tell(
          secrets !== undefined && 'output' in event && told(event)
            ? { ...event, output: secrets.redact(event.output) }
            : event,
        )
      const session = { ...ours, onEvent, store, records: state?.tasks ?? [], lastRun, deployed, clock: systemClock }
      const run = (stage: StageName, exports: ValueMap): Promise<PartResult> => {
        const values = { instance: plan.instance, variables, exports }
        for (const value of [...variables.values(), exports]) secrets?.learn(value)
        return stages?.includes(stage) !== false
          ? tasks.run(stage, { ...session, values })
          : Promise.resolve({ outcome: 'succeeded', reasons: [], tasks: [] })
      }
      return {
        before: () => run('pre_deployment', recorded),
        after: (exports) => run('post_deployment', plan.operation === 'tasks' ? recorded : exports),
      }
    },
  }
}

/** Returns a test that tells whether an event is about a task with secrets. */
function toldSecrets({ tasks }: DeploymentTasks): (event: TaskOnNode) => boolean {
  const keys = new Set(tasks.flatMap(({ task }) => (task.secrets === undefined ? [] : [`${task.plugin}/${task.key}`])))
  return ({ plugin, task }) => keys.has(`${plugin}/${task}`)
}

function deployedBy(plan: Plan, state: InstanceState | undefined, isOfProgram: boolean): Deployed {
  const changes = (state?.resources ?? []).map(({ updatedAt }) => updatedAt)
  return {
    // A program's goals are not known yet.
    isSame: !isOfProgram && (state?.instance.blueprintHash ?? '') === plan.blueprintHash,
    changedAt: changesResources(plan) ? Infinity : changes.reduce((latest, at) => Math.max(latest, at), 0),
  }
}

/** True if a step changes a resource. A new export or name does not count. */
function changesResources({ steps, links = [] }: Plan): boolean {
  return (
    links.some(({ action }) => action !== 'none') ||
    steps.some(({ action, wish }) => action !== 'none' || (wish?.conditionUntil ?? wish?.recorded) !== undefined)
  )
}
