import type { CheckedBlueprint, GatherRequest } from '@slipway/engine'
import { type Diagnostic, Failure, DiagnosticsFailure, diagnosticsOf } from '@slipway/model'

type Asking = Pick<GatherRequest, 'composing'>

/** Collects components that their plugins refused, to report them together with all other mistakes. */
export class RefusedComponents {
  readonly #blueprint: CheckedBlueprint | undefined
  readonly #signal: AbortSignal
  /** The failures by name of the component. */
  readonly #failures = new Map<string, Failure>()

  constructor(blueprint: CheckedBlueprint | undefined, signal: AbortSignal) {
    this.#blueprint = blueprint
    this.#signal = signal
  }

  /** Continues as if a refused component were unknown. The resulting plan is never shown. */
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

  /** Reports all refusals together with the failure of the work. @throws Failure with all refusals and all other mistakes */
  async toldBeside<T>(work: () => Promise<T>): Promise<T> {
    let others: readonly Diagnostic[] = []
    try {
      const made = await work()
      if (this.#failures.size === 0) return made
    } catch (thrown) {
      if (this.#failures.size === 0 || this.#signal.aborted) throw thrown
      // Other problems may result from the missing answers of refused components.
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
