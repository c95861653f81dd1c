import type { AroundSteps } from '@slipway/engine'
import type { TaskEventSink } from '@slipway/engine/stages'
import type { Value } from '@slipway/model'
import type { InstanceState, Lease, RunRecord, StateStore } from '@slipway/stores'
import { systemClock } from '../parts/system-ports.ts'
import type { Observer, PlannedTasks } from '../events.ts'
import type { Project } from '../project/project.ts'
import { DeploymentTasks } from './deployment-tasks.ts'

/** The run that the stages are part of. */
export interface CommandRun {
  readonly lease: Lease
  readonly runId: string
  readonly stop: AbortSignal
  readonly cancel: AbortSignal
}

/** How far back the history is searched for the last deployment; refreshes and imports lie in between. */
const searchedRuns = 50

/** The stage tasks of a command that deploys: what it shows of them, and what it runs around the steps. */
export class CommandStages {
  readonly #tasks: DeploymentTasks
  readonly #store: StateStore
  readonly #state: InstanceState | undefined
  readonly #lastRun: RunRecord | undefined

  private constructor(
    tasks: DeploymentTasks,
    store: StateStore,
    state: InstanceState | undefined,
    lastRun: RunRecord | undefined,
  ) {
    this.#tasks = tasks
    this.#store = store
    this.#state = state
    this.#lastRun = lastRun
  }

  /** See `loadStages`. */
  static async load(
    env: NodeJS.ProcessEnv,
    project: Project,
    store: StateStore,
    instance: string,
    state: InstanceState | undefined,
    observe: Observer,
  ): Promise<CommandStages | undefined> {
    const { places, settings } = project
    const tasks = DeploymentTasks.load({ project: places.project, settings, env })
    if (tasks.warnings.length > 0) observe({ type: 'warnings', diagnostics: tasks.warnings })
    if (tasks.tasks.length === 0) return undefined
    const runs = await store.runs(instance, searchedRuns)
    const lastRun = runs.find(({ operation }) => operation === 'up' || operation === 'destroy')
    return new CommandStages(tasks, store, state, lastRun)
  }

  /** The order that is used, for the notes of the run. */
  get notes(): Value {
    return this.#tasks.notes
  }

  /** The last deployment did not end well: its tasks may have to go on, even where no resource has. */
  get unfinished(): boolean {
    return this.#lastRun?.operation === 'up' && this.#lastRun.outcome !== 'succeeded'
  }

  /** What a plan says of the tasks. */
  get planned(): PlannedTasks {
    return { taskOrderChanges: this.#tasks.changesSince(this.#lastRun), tasksUnfinished: this.unfinished }
  }

  /** What the engine runs before and after the steps. */
  around(run: CommandRun, onEvent: TaskEventSink): AroundSteps {
    const session = {
      ...run,
      onEvent,
      store: this.#store,
      records: this.#state?.tasks ?? [],
      lastRun: this.#lastRun,
      clock: systemClock,
    }
    return {
      before: () => this.#tasks.run('pre_deployment', session),
      after: () => this.#tasks.run('post_deployment', session),
    }
  }
}
