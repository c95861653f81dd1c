import type { Failure } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { Untimed } from '../events/events.ts'
import type { DeployControl } from '../step/deploy-call.ts'
import type { RemovalControl } from '../step/remove-step.ts'
import type { Session } from '../session/session.ts'
import { asTold } from '../session/step-control.ts'

/** Reports a step that a plugin asks for through the gateway like a step of the plan. No other step waits for it. */
export class DeskControl implements DeployControl, RemovalControl {
  readonly number: number
  failure: Failure | undefined
  readonly #subject: Pick<ResourceRecord, 'name' | 'type'>
  readonly #action: 'create' | 'update' | 'delete'
  readonly #session: Pick<Session, 'timing' | 'journal'>
  readonly #startedAt: number

  constructor(
    subject: Pick<ResourceRecord, 'name' | 'type'>,
    action: 'create' | 'update' | 'delete',
    session: Pick<Session, 'timing' | 'journal'>,
  ) {
    this.#subject = subject
    this.#action = action
    this.#session = session
    this.number = session.journal.nextStep()
    this.#startedAt = session.timing.clock.monotonic()
  }

  get elapsed(): number {
    return Math.round(this.#session.timing.clock.monotonic() - this.#startedAt)
  }

  started(resourceId: string): void {
    this.#tell({ type: 'step-started', ...this.#words(), resourceId })
  }

  waiting(polls: number): void {
    const { name } = this.#subject
    this.#tell({ type: 'step-waiting', key: name, name, polls })
  }

  configured(): void {}

  release(): void {}

  done(): void {}

  recorded(): void {
    this.#tell({ type: 'step-finished', ...this.#words(), durationMs: this.elapsed })
  }

  failed(failure: Failure, inDoubt: boolean): void {
    this.failure = failure
    const why = asTold(failure, inDoubt)
    this.#tell({ type: 'step-failed', ...this.#words(), ...why, durationMs: this.elapsed })
  }

  #tell(event: Untimed): void {
    this.#session.journal.tell(event)
  }

  #words() {
    const { name, type: resourceType } = this.#subject
    return { key: name, name, resourceType, action: this.#action }
  }
}
