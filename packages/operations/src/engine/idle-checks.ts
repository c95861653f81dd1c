import { type CheckedBlueprint, checkWarnings, readChecks, recordedViews } from '@slipway/engine'
import type { Diagnostic } from '@slipway/model'
import type { EnginePart } from './engine-part.ts'
import type { Prepared } from './engine-requests.ts'
import type { Observer } from '../events.ts'

/** Adds the outcomes of checks to a plan without work. Reads data that only checks need, and reports unmet checks. */
export async function withIdleChecks(
  prepared: Prepared,
  blueprint: CheckedBlueprint | undefined,
  { engine, observe, stop }: { engine: EnginePart; observe: Observer; stop: AbortSignal | undefined },
): Promise<Prepared> {
  const { plan, gathered } = prepared
  if (blueprint === undefined || plan.checks?.some(({ outcome }) => outcome === 'open') !== true) return prepared
  const said = gathered.answers.warnings.length
  const checks = await readChecks({
    blueprint,
    views: recordedViews(gathered, plan),
    answers: gathered.answers,
    callOptions: engine.callOptions(gathered.providers, engine.logging(observe), stop),
    checksMs: engine.checksMs,
    parallelism: engine.parallelism,
  })
  tellChecks(gathered.answers.warnings.slice(said), checkWarnings(checks, blueprint, plan.checks), observe)
  return { ...prepared, plan: { ...plan, checks } }
}

/** Reports plugins' warnings about late data sources, and unmet checks. */
export function tellChecks(odd: readonly Diagnostic[], unmet: readonly Diagnostic[], observe: Observer): void {
  const diagnostics = [...odd, ...unmet]
  if (diagnostics.length > 0) observe({ type: 'warnings', diagnostics })
}
