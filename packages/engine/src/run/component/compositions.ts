import { type ComputedValues, Failure, messageOf, PluginFailure } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { asPart, type Compose, compositionOf, isPartOf, removalsOf } from './compose.ts'
import { forgetRows } from '../program/follow-program.ts'
import { Goals } from '../program/goals.ts'
import type { Deployment } from '../session/deployment.ts'
import type { GrowingRun, Want } from '../program/program.ts'
import type { Following, Session } from '../session/session.ts'
import { sayingIn } from '../program/said-by-program.ts'
import { ShownParts } from './shown-parts.ts'

interface CompositionsOptions {
  readonly compose: Compose
  readonly stop: AbortSignal
  readonly run: GrowingRun
}

/** The parts of a session that composed resources need. */
type Composing = Following & Pick<Session, 'timing'>

/** Makes the composed resources of a run. Each one asks for its parts in its own step, as a program does. */
export class Compositions {
  readonly #session: Composing
  readonly #options: CompositionsOptions
  /** Compositions that ended well, with the goals of their parts. */
  readonly #whole: { readonly name: string; readonly goals: Goals }[] = []

  readonly #shown: ShownParts
  /** Names of parts that the user wants replaced. */
  readonly #anew: ReadonlySet<string>

  constructor(session: Composing, options: CompositionsOptions) {
    this.#session = session
    this.#options = options
    this.#shown = new ShownParts(session.plan.steps)
    this.#anew = this.#shown.requested
  }

  async make({ resource, spec }: Deployment, { id, name, pluginId }: ResourceRecord): Promise<ComputedValues> {
    const session = this.#session
    const { compose, stop, run } = this.#options
    const goals = new Goals(session, { isMine: isPartOf(id) })
    const composition = compositionOf({ resource, id }, session, { spec, isPlan: false, signal: session.timing.cancel })
    const want: Want = async (part, asked = 'wanted') => {
      if (stop.aborted) return undefined
      const goal = asPart(part, { ...composition, id }, pluginId)
      const how = this.#anew.has(goal.name) ? 'anew' : asked
      if (how === 'left') return goals.leave(goal)
      return await (
        await goals.step(
          goal,
          (step, along) => (stop.aborted ? undefined : run.take(this.#shown.held(step), along)),
          how,
        )
      ).taken
    }
    const saying = sayingIn(session, goals)
    const complete = (part: string, computed: ComputedValues) => saying.complete(`${name}:${part}`, computed)
    try {
      const computed = await compose(composition, want, complete)
      this.#whole.push({ name, goals })
      return computed
    } catch (thrown) {
      throw partlyMade(thrown, pluginId)
    } finally {
      await goals.idle()
    }
  }

  /**
   * Ends the parts that are no longer asked for. This happens once everything else is done, and only if everything went well, because other
   * resources may read the parts. Call it when the run has begun.
   */
  async end(): Promise<readonly string[]> {
    const { stop, run } = this.#options
    const { journal, outcome } = this.#session
    await run.ended()
    if (!stop.aborted && outcome.tally.failures.length === 0 && journal.fatal === undefined) {
      await forgetRows(
        this.#whole.flatMap(({ goals }) => goals.first.rowsLeft),
        this.#session,
      )
      const steps = this.#whole.flatMap(({ name, goals }) => removalsOf(goals, name))
      if (steps.length > 0) run.join({ steps: steps.map((step) => this.#shown.held(step)) })
    }
    run.close()
    return []
  }
}

/**
 * Marks a failure as one that may have made something. Parts may exist, so the whole counts as existing, and the next run continues from there.
 */
function partlyMade(thrown: unknown, pluginId: string): PluginFailure {
  if (!(thrown instanceof Failure)) throw thrown
  const known = thrown instanceof PluginFailure ? thrown : undefined
  const { code, hint, details } = thrown
  return new PluginFailure(code, messageOf(thrown), {
    pluginId: known?.pluginId ?? pluginId,
    method: known?.method ?? 'provider.Construct',
    pluginErrorCode: known?.pluginErrorCode ?? 'UNEXPECTED',
    reasons: known?.reasons ?? [messageOf(thrown)],
    details,
    made: {},
    ...(hint !== undefined && { hint }),
    cause: thrown,
  })
}
