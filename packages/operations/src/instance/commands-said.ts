import type { Plan, PlanStep, RunEvent, RunResult } from '@slipway/engine'
import { type Diagnostic, DiagnosticsFailure, Failure, PluginFailure } from '@slipway/model'

/**
 * The commands that take `--instance`, as a text names them, unless the rest of the command names an instance already. A test compares the list
 * with the command line.
 */
const commands = new RegExp(
  `\\bslipway (${[
    'state (?:list|show|export|import|rm|mv|protect|unprotect|unlock)',
    'tasks run|debug (?:journal|plan)',
    'up|plan|destroy|refresh|import|install|reconcile|exports|history|logs|graph|eval|dev',
  ].join('|')})(?![\\w-])(?!(?:(?!slipway |;).)*--instance\\b)`,
  'g',
)

type Blocked = Pick<PlanStep, 'blocked'>

/**
 * Completes the commands that texts for users name: a command that is followed as printed is about the instance of the operation, even if
 * this is not the default instance of the folder. The engine and the plugins, which write most of these texts, do not know how an instance is named.
 */
export class CommandsSaid {
  readonly #naming: string | undefined

  /** @param naming the option that names the instance: `--instance staging`; absent: commands are about it without an option */
  constructor(naming: string | undefined) {
    this.#naming = naming
  }

  text(text: string): string {
    const naming = this.#naming
    return naming === undefined ? text : text.replace(commands, (_, words: string) => `slipway ${words} ${naming}`)
  }

  plan(plan: Plan): Plan {
    if (this.#naming === undefined) return plan
    const { steps, links } = plan
    return {
      ...plan,
      steps: steps.map((step) => this.#step(step)),
      ...(links && { links: links.map((link) => this.#blocked(link)) }),
    }
  }

  result(result: RunResult): RunResult {
    const { failures, reasons } = result
    return { ...result, failures: failures.map((failure) => this.#stepFailure(failure)), reasons: this.#all(reasons) }
  }

  event(event: RunEvent): RunEvent {
    switch (event.type) {
      case 'step-failed':
        return this.#stepFailure(event)
      case 'step-skipped':
      case 'step-dropped':
        return { ...event, because: this.text(event.because) }
      default:
        return event
    }
  }

  diagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
    return diagnostics.map((diagnostic) => this.#hinted({ ...diagnostic, message: this.text(diagnostic.message) }))
  }

  /** Does the work. Its failure is said with complete commands. */
  async ofFailures<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (thrown) {
      throw this.#naming === undefined ? thrown : this.#failure(thrown)
    }
  }

  #failure(thrown: unknown): unknown {
    if (thrown instanceof DiagnosticsFailure) return new DiagnosticsFailure(this.diagnostics(thrown.diagnostics))
    // Failures with more parts have no commands of their own.
    const isPlain = thrown instanceof Failure && thrown.constructor === Failure
    if (!isPlain && !(thrown instanceof PluginFailure)) return thrown
    const { code, message, hint, details, cause } = thrown
    // The name may be misspelt, so no hint should use it.
    if (code === 'state/unknown-instance') return thrown
    const words = this.#hinted({ message: this.text(message), details: this.#all(details), ...(hint && { hint }) })
    if (thrown instanceof PluginFailure) return thrown.reworded({ ...words, reasons: this.#all(thrown.reasons) })
    return new Failure(code, words.message, { ...words, cause })
  }

  #step(step: PlanStep): PlanStep {
    const said = this.#blocked(step)
    return said.reason === undefined ? said : { ...said, reason: this.text(said.reason) }
  }

  #blocked<S extends Blocked>(step: S): S {
    const { blocked } = step
    if (blocked === undefined) return step
    return { ...step, blocked: this.#hinted({ ...blocked, message: this.text(blocked.message) }) }
  }

  #stepFailure<F extends { readonly reasons: readonly string[]; readonly hint?: string }>(failure: F): F {
    return this.#hinted({ ...failure, reasons: this.#all(failure.reasons) })
  }

  #hinted<H extends { readonly hint?: string }>(said: H): H {
    return said.hint === undefined ? said : { ...said, hint: this.text(said.hint) }
  }

  #all(texts: readonly string[]): readonly string[] {
    return texts.map((text) => this.text(text))
  }
}
