import { namespaceOf, type ProviderDefinition, type ResourceTypeDefinition } from '@slipway/model'
import type { ProviderCalls } from '../../providers/provider-calls.ts'
import type { Providers } from '../../providers/providers.ts'
import { Limits } from '../session/limits.ts'
import type { Session } from '../session/session.ts'

/** What differs from the run's session for a plugin that asks for something during a call. */
export interface InCall {
  readonly calls: ProviderCalls
  readonly providers: Providers
  /** Aborted with the call, too. */
  readonly cancel: AbortSignal
}

/** The session of a run for what a plugin asks for during a call: calls belong to that call, and types may be unknown to the blueprint. */
export function sessionInCall(run: Session, { calls, providers, cancel }: InCall): Session {
  // Not the run's: the call during which it is asked holds some of that room, and would wait for itself.
  const limits = new Limits(run.limits.parallelism, run.limits.oneOfAnId)
  return {
    ...run,
    calls,
    get settler() {
      return { ...run.settler, calls }
    },
    providers,
    definition: (type): ResourceTypeDefinition | undefined => run.definition(type) ?? providers.type(type),
    provider: (type): ProviderDefinition | undefined =>
      run.provider(type) ?? providers.byNamespace.get(namespaceOf(type)),
    limits,
    timing: { ...run.timing, cancel },
    compose: (deployment, record) => run.compose(deployment, record),
  }
}
