import type { Clock, PlannedCheck, Program, Saying, Tags, Want } from '@slipway/engine'
import type { ProgramParts } from '@slipway/engine/run'
import { type Diagnostic, diagnosticsOf, Failure, messageOf, type Value, valueMap } from '@slipway/model'
import type { InstanceState } from '@slipway/stores'
import { AskedResources } from './asked-resources.ts'
import { atCall } from './call-place.ts'
import type { LateDefinitions } from './late-definitions.ts'
import type { ToldCheckOutcome } from './outside/checks.ts'
import type { ReadOutside } from './outside/question.ts'
import type { Speaker, StackOptions } from './speaker.ts'

export interface InlineRunOptions {
  /** Starts to listen to the program. */
  readonly listen: (about: StackOptions) => Speaker
  readonly instance: string
  readonly isPlan: boolean
  readonly definitions: LateDefinitions
  readonly installed: readonly string[]
  readonly howToInstall: (namespace: string, isMistyped: boolean) => string | undefined
  readonly configurations: (namespace: string) => readonly string[]
  readonly tags: Tags | undefined
  readonly read: ReadOutside
  /** The paths of checks that were already reported as unmet. */
  readonly unmet: Set<string>
  /** The part of the program that the run covers. */
  readonly parts: ProgramParts
  readonly state: InstanceState | undefined
  readonly clock: Clock
  readonly warn: (diagnostic: Diagnostic) => void
  /** Takes the secrets of this run out of what the program says. */
  readonly redact: (text: string) => string
  /** Aborting this signal ends the wait for the program. */
  readonly stop: AbortSignal
}

/** One run of a Slipway program, in the form that the engine takes. */
export class InlineRun {
  readonly #options: InlineRunOptions
  #speaker: Speaker | undefined
  #resources: AskedResources | undefined
  /** The error that the program threw. */
  failure: unknown

  constructor(options: InlineRunOptions) {
    this.#options = options
  }

  readonly program: Program = async (want, saying) => {
    const { stop, parts, state } = this.#options
    const speaker = this.#listen(want, saying)
    this.#speaker = speaker
    const stopped = Promise.withResolvers<never>()
    const abort = (): void => stopped.reject(new Error('it was ended because this run was stopped'))
    stop.addEventListener('abort', abort)
    if (stop.aborted) abort()
    try {
      saying.mayGo(({ name }) => parts.mayGo([name]))
      saying.failedSince(() => this.#failedSince(speaker))
      await Promise.race([speaker.run(), stopped.promise])
      parts.refuseUnknown((state?.resources ?? []).map(({ name }) => [name]))
      const exports = await speaker.exports()
      saying.checks((deadlineMs) => this.#checks(speaker, deadlineMs))
      saying.links((await this.#resources?.links()) ?? [])
      saying.exports(this.#withRecorded(exports))
    } catch (thrown) {
      this.failure = thrown
      throw this.#told(thrown)
    } finally {
      speaker.endAsking()
      stop.removeEventListener('abort', abort)
      stopped.promise.catch(() => undefined)
    }
  }

  /** Returns the outcomes of the checks. Warns the first time that a check is unmet. */
  async #checks(speaker: Speaker, deadlineMs: number | undefined): Promise<readonly PlannedCheck[]> {
    const { warn, unmet } = this.#options
    const outcomes = await speaker.checks(deadlineMs).catch((thrown: unknown) => {
      const message = `the checks have no outcome: ${messageOf(thrown)}`
      warn({ code: 'blueprint/not-met', severity: 'warning', message })
      return []
    })
    for (const { name, place, outcome, message = '' } of outcomes) {
      const path = pathOf(name)
      if (outcome !== 'unmet' || unmet.has(path)) continue
      unmet.add(path)
      warn(atCall({ code: 'blueprint/not-met', severity: 'warning', message, path }, place))
    }
    return outcomes.map(asPlanned)
  }

  /** A program may throw a text with a secret that it has read. */
  #told(thrown: unknown): unknown {
    const said = told(thrown)
    if (!(said instanceof Error) || said instanceof Failure) return said
    const message = this.#options.redact(said.message)
    return message === said.message ? said : new Error(message)
  }

  /** Ends the program completely. */
  async close(): Promise<void> {
    await this.#speaker?.end()
  }

  #listen(want: Want, saying: Saying): Speaker {
    const { listen, ...around } = this.#options
    const resources = new AskedResources({
      ...around,
      want,
      link: (link) => saying.link(link),
      unasked: (resource) => saying.unasked(resource),
    })
    this.#resources = resources
    const { state, parts } = around
    return listen({
      ...around,
      resources,
      isAnythingGoing: (aliases) =>
        (state?.resources ?? []).some(
          ({ name, replaced }) => !replaced && !resources.has(name) && !aliases.has(name) && parts.mayGo([name]),
        ),
    })
  }

  #withRecorded(exports: ReadonlyMap<string, Value | undefined>) {
    const recorded = this.#options.state?.instance.exports ?? valueMap()
    return valueMap(
      [...exports].flatMap(([name, value = recorded[name]]) => (value === undefined ? [] : [[name, value] as const])),
    )
  }

  #failedSince({ failure }: Speaker): Error | undefined {
    if (failure === undefined) return undefined
    this.failure = failure.thrown
    const thrown = this.#told(failure.thrown)
    return thrown instanceof Error ? thrown : new Error(String(thrown))
  }
}

function pathOf(check: string): string {
  return `checks.${check}`
}

function asPlanned({ name, outcome, message, until }: ToldCheckOutcome): PlannedCheck {
  return {
    path: pathOf(name),
    outcome,
    ...(message !== undefined && { message }),
    ...(until !== undefined && { until }),
  }
}

/** Turns diagnostics into one sentence with the line of the program. */
function told(thrown: unknown): unknown {
  const [first, ...more] = diagnosticsOf(thrown) ?? []
  if (first === undefined) return thrown
  const { file, range, message, hint, path } = first
  const place = file === undefined || range === undefined ? '' : `${file}:${range.start.line}:${range.start.column}: `
  const beside = [path === undefined ? '' : ` (${path})`, hint === undefined ? '' : `; ${hint}`].join('')
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`
  return new Error(`${place}${message}${beside}${others}`, { cause: thrown })
}
