import type { Plan } from '@slipway/engine'
import { Failure } from '@slipway/model'

/** Returns the command that a user types for an operation. */
export function commandOf(operation: Plan['operation']): string {
  return operation === 'tasks' ? 'tasks run' : operation
}

const howToLook = {
  up: 'slipway plan shows what would happen',
  destroy: 'slipway plan --destroy shows what would happen',
  refresh: 'slipway plan --refresh shows what would happen',
  tasks: 'slipway tasks order shows what would run',
} as const

/** Returns the failure for a change without approval when no user can be asked. */
export function needsYes(operation: Plan['operation']): Failure {
  return new Failure(
    'cli/needs-yes',
    `${commandOf(operation)} changes things, but Slipway cannot ask for confirmation here`,
    {
      hint: `slipway ${commandOf(operation)} --yes goes ahead; ${howToLook[operation]}`,
    },
  )
}
