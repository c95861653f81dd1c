import { zeroPostfix, type StageEdge, type StageItem } from '@slipway/graph'
import { stageRanges, type Diagnostic } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import { describeRange, rangeBounds } from '../task/ranges.ts'
import {
  taskLabel,
  type Location,
  type StageName,
  type StageTask,
  type TaskPlugin,
  type TaskReference,
} from '../task/task.ts'

/** An edge and its declaration. */
export interface NamedEdge extends StageEdge {
  /** `a/setup comes before b/deploy` */
  readonly words: string
  readonly location: Location
  /** Words about the range at one of its ends: `the range 4000 - 4999 (network) begins at 4000`. */
  readonly rangeWords?: string
}

export interface StageEdges {
  readonly edges: readonly NamedEdge[]
  /** Ends of ranges; their indexes follow those of the tasks. */
  readonly markers: readonly StageItem[]
  readonly diagnostics: readonly Diagnostic[]
}

/** The edges that the tasks of a stage declare with before and after. */
export function edgesOfStage(
  stage: StageName,
  tasks: readonly StageTask[],
  plugins: readonly TaskPlugin[],
): StageEdges {
  return tasks.every(({ before, after }) => before.length + after.length === 0)
    ? { edges: [], markers: [], diagnostics: [] }
    : new EdgeCollector(stage, tasks, plugins).collect()
}

class EdgeCollector {
  readonly #stage: StageName
  readonly #tasks: readonly StageTask[]
  readonly #plugins: ReadonlyMap<string, TaskPlugin>
  readonly #indexes: ReadonlyMap<StageTask, number>
  readonly #edges: NamedEdge[] = []
  readonly #markers = new Map<string, number>()
  readonly #markerItems: StageItem[] = []
  readonly #diagnostics: Diagnostic[] = []

  constructor(stage: StageName, tasks: readonly StageTask[], plugins: readonly TaskPlugin[]) {
    this.#stage = stage
    this.#tasks = tasks
    this.#plugins = new Map(plugins.map((plugin) => [plugin.name, plugin]))
    this.#indexes = new Map(tasks.map((task, index) => [task, index]))
  }

  collect(): StageEdges {
    for (const task of this.#tasks) {
      for (const reference of task.before) this.#resolve(task, reference, 'before')
      for (const reference of task.after) this.#resolve(task, reference, 'after')
    }
    return { edges: this.#edges, markers: this.#markerItems, diagnostics: this.#diagnostics }
  }

  #resolve(task: StageTask, reference: TaskReference, side: 'before' | 'after'): void {
    if (reference.text.startsWith('range:')) return this.#towardsRange(task, reference, side)
    const others = this.#referenced(task, reference)
    for (const other of others) {
      if (other === task && others.length > 1) continue
      if (other.stage === this.#stage) this.#towardsTask(task, other, reference, side)
      else this.#otherStage(task, other, reference, side)
    }
  }

  /** `id` of the same plugin, `plugin/id`, or `plugin` for all its tasks. */
  #referenced(task: StageTask, reference: TaskReference): readonly StageTask[] {
    const { text } = reference
    const own = this.#plugins.get(task.plugin)?.tasks.find(({ key }) => key === text)
    if (own !== undefined) return [own]
    const [name = '', id] = text.split('/')
    const plugin = this.#plugins.get(name)
    if (plugin === undefined) {
      this.#reportUnknown(task, reference)
      return []
    }
    const tasks = id === undefined ? plugin.tasks : plugin.tasks.filter(({ key }) => key === id)
    if (id !== undefined && tasks.length === 0) this.#reportUnknownId(plugin, id, reference)
    return tasks
  }

  #towardsTask(task: StageTask, other: StageTask, { location }: TaskReference, side: 'before' | 'after'): void {
    const [own, its] = [this.#index(task), this.#index(other)]
    const words = `${taskLabel(task)} comes ${side} ${taskLabel(other)}`
    this.#edges.push({
      ...(side === 'before' ? { first: own, second: its } : { first: its, second: own }),
      words,
      location,
    })
  }

  #otherStage(task: StageTask, other: StageTask, { location }: TaskReference, side: 'before' | 'after'): void {
    const holds = (side === 'before') === (this.#stage === 'pre_deployment')
    if (holds) return
    const message = `${taskLabel(task)} cannot come ${side} ${taskLabel(other)}: it is in ${task.stage}, and that is in ${other.stage}`
    this.#report('tasks/contradiction', 'error', message, 'change one of the stages, or remove this line', location)
  }

  #towardsRange(task: StageTask, reference: TaskReference, side: 'before' | 'after'): void {
    const name = reference.text.slice('range:'.length)
    const bounds = rangeBounds(name)
    const range = stageRanges.find((known) => known.name === name)
    if (bounds === undefined || range === undefined) {
      const names = stageRanges.filter(({ reserved }) => !reserved).map((known) => known.name)
      const hint = didYouMean(name, names) ?? `the ranges are ${names.join(', ')}`
      return this.#report(
        'tasks/unknown-range',
        'error',
        `there is no range called "${name}"`,
        hint,
        reference.location,
      )
    }
    const marker = this.#marker(reference.text, side, side === 'before' ? bounds.from : bounds.to)
    const own = this.#index(task)
    this.#edges.push({
      ...(side === 'before' ? { first: own, second: marker } : { first: marker, second: own }),
      words: `${taskLabel(task)} comes ${side} ${reference.text}`,
      rangeWords: `the range ${describeRange(range)} ${side === 'before' ? `begins at ${range.from}` : `ends before ${range.to}`}`,
      location: reference.location,
    })
  }

  /** A position in the gap at the end of a range, as an anchor for edges. */
  #marker(text: string, side: string, number: typeof zeroPostfix): number {
    const key = `${side} ${text}`
    const known = this.#markers.get(key)
    if (known !== undefined) return known
    const index = this.#tasks.length + this.#markerItems.length
    this.#markerItems.push({ name: key, index: 0, marker: true, position: { number, gap: true } })
    this.#markers.set(key, index)
    return index
  }

  #index(task: StageTask): number {
    return this.#indexes.get(task) ?? 0
  }

  /**
   * Reports an unknown reference. A plugin that is not installed orders nothing. It may be missing on purpose, so this is only a warning.
   */
  #reportUnknown(task: StageTask, { text, location }: TaskReference): void {
    const own = this.#plugins.get(task.plugin)?.tasks.map(({ key }) => key) ?? []
    const ranges = stageRanges.map(({ name }) => name)
    const range = ranges.some((name) => name === text) ? `did you mean "range:${text}"?` : undefined
    const hint = range ?? didYouMean(text, [...own.filter((key) => !key.startsWith('#')), ...this.#plugins.keys()])
    const message = `"${text}" is neither a task of ${task.plugin} nor a plugin of this deployment`
    this.#report(
      'tasks/unknown-reference',
      'warning',
      message,
      hint ?? 'it has no effect while that plugin is missing',
      location,
    )
  }

  #reportUnknownId(plugin: TaskPlugin, id: string, { location }: TaskReference): void {
    const ids = plugin.tasks.map(({ key }) => key).filter((key) => !key.startsWith('#'))
    const hint = didYouMean(id, ids) ?? (ids.length === 0 ? 'its tasks have no ids' : `its tasks are ${ids.join(', ')}`)
    this.#report('tasks/unknown-reference', 'error', `${plugin.name} has no task with the id "${id}"`, hint, location)
  }

  #report(code: string, severity: 'error' | 'warning', message: string, hint: string, location: Location): void {
    this.#diagnostics.push({ code, severity, message, hint, file: location.file, range: location.range })
  }
}
