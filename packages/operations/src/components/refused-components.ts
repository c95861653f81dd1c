import type { CheckedBlueprint, GatherRequest } from '@slipway/engine'
import { type Diagnostic, Failure, DiagnosticsFailure, diagnosticsOf } from '@slipway/model'

type Asking = Pick<GatherRequest, 'composing'>

/** Components whose parts cannot be had as they are wanted: told with everything else that is wrong, not instead of it. */
export class RefusedComponents {
  readonly #blueprint: CheckedBlueprint | undefined
  readonly #signal: AbortSignal
  /** By name of the component. */
  readonly #failures = new Map<string, Failure>()

  constructor(blueprint: CheckedBlueprint | undefined, signal: AbortSignal) {
    this.#blueprint = blueprint
    this.#signal = signal
  }

  /** Goes on as if nothing were known of what is refused: no such plan is shown to anybody. */
  keeping<A extends Asking>(asking: A): A {
    const { composing } = asking
    if (composing === undefined) return asking
    const keeping: Asking['composing'] = (blueprint, gathered) => {
      const ask = composing(blueprint, gathered)
      return async (request) => {
        try {
          return await ask(request)
        } catch (thrown) {
          if (!(thrown instanceof Failure) || this.#signal.aborted) throw thrown
          this.#failures.set(request.resourceName, thrown)
          return { computed: {}, changed: [request.resourceName] }
        }
      }
    }
    return { ...asking, composing: keeping }
  }

  /** @throws Failure that says all that was refused, and what else is wrong */
  async toldBeside<T>(work: () => Promise<T>): Promise<T> {
    let others: readonly Diagnostic[] = []
    try {
      const made = await work()
      if (this.#failures.size === 0) return made
    } catch (thrown) {
      if (this.#failures.size === 0 || this.#signal.aborted) throw thrown
      // Other problems may only follow from what the refused components did not tell.
      others = diagnosticsOf(thrown) ?? []
    }
    const [[, first] = []] = this.#failures
    if (first !== undefined && this.#failures.size === 1 && others.length === 0) throw first
    const own = Array.from(this.#failures, ([name, failure]) => this.#placed(name, failure))
    throw new DiagnosticsFailure([...own, ...others].sort(byPlace))
  }

  #placed(name: string, { code, message, hint, details }: Failure): Diagnostic {
    const { source, resources } = this.#blueprint ?? {}
    const { start = 0, end = 0 } = resources?.get(name)?.origin ?? {}
    return {
      code,
      severity: 'error',
      message: [message, ...details].join('; '),
      path: `resources.${name}`,
      ...(hint !== undefined && { hint }),
      ...(source !== undefined && { file: source.fileAt(start), range: source.range(start, end) }),
    }
  }
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return (a.range?.start.offset ?? 0) - (b.range?.start.offset ?? 0)
}
