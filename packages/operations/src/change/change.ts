import type { Plan } from '@slipway/engine'
import type { Value } from '@slipway/model'
import type { StageName } from '@slipway/stages'
import type { Observer } from '../events.ts'
import type { LoadedBlueprint } from '../loading/load-blueprint.ts'
import type { ProgramSource } from '../programs/program-source.ts'
import type { Project } from '../project/project.ts'
import type { ChangeWish, UpRequest } from './change-request.ts'
import type { InstanceWish } from '../instance/instance-wish.ts'
import type { SavedPlan } from './saved-plan/saved-plan-content.ts'

export interface Change {
  readonly operation: Plan['operation']
  readonly project: Project
  readonly wish: ChangeWish & InstanceWish & Pick<UpRequest, 'replace' | 'rollback' | 'variables' | 'variableFiles'>
  /** For `destroy`: the program, which runs only for its hooks. */
  readonly hooked?: ProgramSource
  readonly observe: Observer
  /** The loaded blueprint. Absent for operations that work from the state alone. */
  readonly loaded?: LoadedBlueprint
  /** For an `up` of a program: the program. */
  readonly program?: ProgramSource
  /** For `tasks`: the known variables of the instance. */
  readonly variables?: ReadonlyMap<string, Value>
  /** For `tasks`: the only stage to run. */
  readonly stage?: StageName
  /** A saved plan, which is carried out unchanged or refused. */
  readonly saved?: SavedPlan
}
