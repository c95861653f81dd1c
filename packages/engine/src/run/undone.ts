import type { Plan } from '../plan/shape/plan.ts'
import type { EventSink, RunEvent } from './events.ts'

/** Listens to the events of a run, and knows which of its steps have not been done. */
export class Undone {
  readonly #next: EventSink | undefined
  /** By key of a step that has not ended well: the name of its resource. */
  readonly #open: Map<string, string>

  constructor({ steps }: Plan, next: EventSink | undefined) {
    this.#next = next
    this.#open = new Map(steps.filter(({ action }) => action !== 'none').map(({ key, name }) => [key, name]))
  }

  readonly events: EventSink = (event) => {
    this.#note(event)
    this.#next?.(event)
  }

  names(): Iterable<string> {
    return this.#open.values()
  }

  #note(event: RunEvent): void {
    if (event.type === 'step-finished' || event.type === 'step-dropped') this.#open.delete(event.key)
    else if (event.type === 'step-failed' || event.type === 'step-skipped') this.#open.set(event.key, event.name)
  }
}
