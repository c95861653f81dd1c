import { evaluateAlone } from '@slipway/engine'
import { type Diagnostic, Failure, isSecret, isUnknown, shownPath, type Value } from '@slipway/model'
import { formatLocation, type OrderedTask, type StageTask, taskLabel } from '@slipway/stages'
import { CoreProvider } from '../core-provider/core-provider.ts'

/**
 * Returns the tasks whose conditions are false. They are shown but not run.
 *
 * @param variables the variables of the instance
 * @param folder the folder of the project
 * @throws Failure `tasks/bad-condition`
 */
export async function unwantedTasks(
  tasks: readonly OrderedTask[],
  variables: ReadonlyMap<string, Value>,
  folder: string,
): Promise<ReadonlySet<StageTask>> {
  const unwanted = new Set<StageTask>()
  const core = new CoreProvider({ cwd: folder, folder })
  for (const { task } of tasks) {
    const { condition } = task
    if (condition === undefined) continue
    const { value, diagnostics } = await evaluateAlone(
      condition.expression,
      (name, args) => core.answer(name, args),
      variables,
    )
    const [problem] = diagnostics
    if (value === undefined)
      throw badCondition(task, problem?.message ?? 'it has no value', hintFor(problem, variables))
    const plain = isSecret(value) ? value.value : value
    if (isUnknown(plain)) throw badCondition(task, `it needs the variable ${plain.until}, which has no value here`)
    if (typeof plain !== 'boolean') throw badCondition(task, 'it is neither true nor false')
    if (!plain) unwanted.add(task)
  }
  return unwanted
}

/** Returns the hint for a condition. For an unknown name, lists the known names. */
function hintFor(problem: Diagnostic | undefined, variables: ReadonlyMap<string, Value>): string | undefined {
  if (problem?.code.startsWith('blueprint/unknown-') !== true) return problem?.hint
  return variables.size === 0
    ? 'there are no variables here: a condition needs those of a blueprint or a stack'
    : `a condition can use these variables: ${[...variables.keys()].join(', ')}`
}

function badCondition(task: StageTask, why: string, hint?: string): Failure {
  const place = task.condition === undefined ? '' : `${shownPath(formatLocation(task.condition.location))}: `
  return new Failure('tasks/bad-condition', `${place}the condition of ${taskLabel(task)}: ${why}`, {
    hint: hint ?? 'write an expression of variables that is true or false: ${eq(variables.stage, "prod")}',
  })
}
