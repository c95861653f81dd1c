import type { CheckedResource } from '../check/checked.ts'
import { resolveSpec } from '../check/resolve-spec.ts'
import { resolveMetadata } from '../plan/decide/metadata.ts'
import type { Session } from './session.ts'

/** A resource as it is wanted, by what is known now, and as policies remedy it; with the diagnostics. */
export function resolveWanted(resource: CheckedResource, session: Session) {
  return session.resolve((scope) => {
    const { spec, diagnostics } = resolveSpec(resource, scope, session.blueprint?.source)
    const beside = resolveMetadata(resource, scope)
    return { spec: diagnostics.length > 0 ? spec : session.remedied(resource, spec), diagnostics, beside }
  })
}
