import type { Plan } from '@slipway/engine'
import type { Value } from '@slipway/model'
import type { StageName } from '@slipway/stages'
import type { Observer } from '../events.ts'
import type { LoadedBlueprint } from '../loading/load-blueprint.ts'
import type { ProgramSource } from '../programs/program-source.ts'
import type { Project } from '../project/project.ts'
import type { ChangeWish, UpRequest } from './change-request.ts'
import type { InstanceWish } from './instance/instance-wish.ts'
import type { SavedPlan } from './saved-plan/saved-plan-content.ts'

export interface Change {
  readonly operation: Plan['operation']
  readonly project: Project
  readonly wish: ChangeWish & InstanceWish & Pick<UpRequest, 'replace' | 'rollback' | 'variables' | 'variableFiles'>
  /** Of a `destroy`: runs for the hooks that it has. */
  readonly hooked?: ProgramSource
  readonly observe: Observer
  /** Absent for operations that work from the state alone. */
  readonly loaded?: LoadedBlueprint
  /** Of an `up` of a program. */
  readonly program?: ProgramSource
  /** Of `tasks`: the variables of the instance, as far as they are known. */
  readonly variables?: ReadonlyMap<string, Value>
  /** Of `tasks`: this stage alone. */
  readonly stage?: StageName
  /** A plan that was saved: it is carried out as it is, or refused. */
  readonly saved?: SavedPlan
}
