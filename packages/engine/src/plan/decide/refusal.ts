import { type Diagnostic, Failure, shellWord, type Unknown } from '@slipway/model'
import type { SourceText } from '@slipway/source'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import { configuringResource } from '../../language/configuring-resource.ts'
import type { EvaluationFailure } from '../../language/failure.ts'
import { placeInSource } from '../../check/resources/resolve-spec.ts'
import type { MemberFate } from './decide.ts'

/** The blueprint cannot be planned with values that were unknown when it was checked. The diagnostics give the reasons. */
export class Refusal extends Failure {
  override readonly name = 'Refusal'
  readonly diagnostics: readonly Diagnostic[]

  constructor(diagnostics: readonly Diagnostic[]) {
    const [first] = diagnostics
    const more = diagnostics.length > 1 ? ` (and ${diagnostics.length - 1} more)` : ''
    super('engine/refused', `${first?.message ?? 'the blueprint cannot be planned'}${more}`, {
      details: diagnostics.map(({ path, message }) => (path === undefined ? message : `${path}: ${message}`)),
    })
    this.diagnostics = diagnostics
  }
}

/** The diagnostic for an expression without a value. */
export function evaluationDiagnostic(
  failure: EvaluationFailure,
  path: string,
  source: SourceText | undefined,
): Diagnostic {
  const { code, message, hint, origin } = failure
  return {
    code,
    severity: 'error',
    message,
    path,
    ...(hint === undefined ? {} : { hint }),
    ...placeInSource(origin, source),
  }
}

/** The diagnostic for two resources that would be the same thing outside. */
export function oneIdentity(
  { name, type, definition, origin }: CheckedResource,
  other: string,
  source: SourceText | undefined,
): Diagnostic {
  const fields = definition.identity?.fields.join(', ') ?? 'its identity'
  return {
    code: 'engine/one-identity',
    severity: 'error',
    message: `${name} and ${other} would be the same ${type}: both have the same ${fields}`,
    path: `resources.${name}`,
    hint: `give one of them another ${fields}, or leave one out`,
    ...placeInSource(origin, source),
  }
}

/** Refuses to replace the container of a composed resource, because the parts could not follow. */
export function leftWhole(
  { name, definition, origin }: CheckedResource,
  record: ResourceRecord | undefined,
  fate: MemberFate,
  source: SourceText | undefined,
): readonly Diagnostic[] {
  if (definition.isComposed !== true || record === undefined || fate(record, []) === undefined) return []
  return [
    {
      code: 'engine/component-left',
      severity: 'error',
      message: `the container of ${name} would be replaced, but the parts of the component ${name} cannot follow it`,
      path: `resources.${name}`,
      hint: `destroy it first (slipway destroy --target ${shellWord(record.name)}), or remove its deletedWith`,
      ...placeInSource(origin, source),
    },
  ]
}

/** Refuses a wanted resource if the resource that configures its provider has a false condition. */
export function leftUnconfigured(
  { name, type, options, origin }: CheckedResource,
  condition: boolean | Unknown,
  absent: ReadonlySet<string>,
  source: SourceText | undefined,
): readonly Diagnostic[] {
  const by = configuringResource(options?.provider)
  if (by === undefined || !absent.has(by) || condition !== true) return []
  return [
    {
      code: 'engine/not-configured',
      severity: 'error',
      message: `${name} (${type}) is wanted, but ${by}, which configures its provider, has a false condition`,
      path: `resources.${name}`,
      hint: `give ${name} a condition that is true only if the condition of ${by} is true`,
      ...placeInSource(origin, source),
    },
  ]
}
