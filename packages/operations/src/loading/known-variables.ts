import { resolveVariables, Unchecked } from '@slipway/engine'
import { DiagnosticsFailure, isSecret, isUnknown, type Value } from '@slipway/model'
import { DiagnosticList } from '@slipway/source'
import { givenVariables, ownVariables, type VariablesRequest } from '../project/variables.ts'
import type { Slipway } from '../slipway.ts'
import { type LoadableProject, namesOf, readRoot } from './read-blueprint.ts'

/** Returns the known variables of a blueprint, for callers that need neither the unknown variables nor a readable blueprint. */
export function knownVariables(
  { env, cwd }: Slipway,
  project: LoadableProject,
  request: VariablesRequest,
): ReadonlyMap<string, Value> {
  try {
    const blueprint = readRoot(project)
    const given = givenVariables({ ...request, env, cwd, ...namesOf(blueprint), own: ownVariables(project) })
    const values = resolveVariables(blueprint, given, new DiagnosticList(blueprint.source), new Unchecked())
    return new Map([...values].filter(([, value]) => !isUnknown(isSecret(value) ? value.value : value)))
  } catch (thrown) {
    if (thrown instanceof DiagnosticsFailure) return new Map()
    throw thrown
  }
}
