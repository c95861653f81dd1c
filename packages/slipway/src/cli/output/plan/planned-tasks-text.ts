import type { PlannedTask, PlannedTasks } from '@slipway/operations/events'
import { visible } from '@slipway/source/visible'

/** The stage tasks of a plan: the tasks before and after the deployment, changes of their order, and a note if unfinished ones continue. */
export function plannedTasksText(
  tasks: PlannedTasks | undefined,
  { brief = false }: { readonly brief?: boolean } = {},
): readonly string[] {
  if (tasks === undefined) return []
  const { tasks: all, taskOrderChanges: changes, tasksUnfinished } = tasks
  const before = all.filter(({ stage }) => stage.startsWith('pre_deployment'))
  const after = all.filter((task) => !before.includes(task))
  return [
    ...stageLines('Before the deployment', before, brief),
    ...stageLines('After the deployment', after, brief),
    ...(changes.length === 0 ? [] : ['The order of stage tasks has changed:', ...changes.map((line) => `  ${line}`)]),
    ...(tasksUnfinished ? ['The last deployment did not succeed: its stage tasks continue where they stopped.'] : []),
  ]
}

function stageLines(when: string, tasks: readonly PlannedTask[], brief: boolean): readonly string[] {
  if (tasks.length === 0) return []
  const head = `${when}, ${tasks.length === 1 ? '1 stage task' : `${tasks.length} stage tasks`}`
  return brief ? [head] : [`${head}:`, ...tasks.map((task) => `  ${plannedTaskText(task)}`)]
}

/** `> plugin1/setup (pre_deployment/100, shell) on local` */
function plannedTaskText({ plugin, task, stage, type, node, skipped }: PlannedTask): string {
  const where = node === undefined ? '' : ` on ${node}`
  const why = skipped === undefined ? '' : `: not run, ${skipped}`
  return visible(`${skipped === undefined ? '>' : ' '} ${plugin}/${task} (${stage}, ${type})${where}${why}`)
}
