import { Failure } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import { type OrderedTask, taskLabel } from '@slipway/stages'

/**
 * Refuses a task that asks for an unknown secret, because it would run without a needed value.
 *
 * @param names the names of variables and exports
 * @throws Failure `tasks/unknown-secret`
 */
export function refuseUnknownSecrets(tasks: readonly OrderedTask[], names: ReadonlySet<string>): void {
  for (const { task } of tasks)
    for (const name of task.secrets ?? []) {
      if (names.has(name)) continue
      throw new Failure(
        'tasks/unknown-secret',
        `${taskLabel(task)} asks for the secret ${name}, which is neither a variable nor an export`,
        {
          hint: didYouMean(name, names) ?? `there are: ${[...names].join(', ')}`,
        },
      )
    }
}
