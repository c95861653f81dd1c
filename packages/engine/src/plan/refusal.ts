import { type Diagnostic, Failure, shellWord, type Unknown } from '@slipway/model'
import type { SourceText } from '@slipway/source'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'
import { configuringResource } from '../language/configuring-resource.ts'
import type { Origin } from '../language/expression.ts'
import type { EvaluationFailure } from '../language/failure.ts'
import type { MemberFate } from './decide.ts'

/** The blueprint cannot be planned, now that more is known than when it was checked. The diagnostics say why. */
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

/** An expression that has no value, as something to tell the author. */
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
    ...placeOf(origin, source),
  }
}

/** Two resources that would be one thing outside. */
export function oneIdentity(
  { name, type, definition, origin }: CheckedResource,
  other: string,
  source: SourceText | undefined,
): Diagnostic {
  const fields = definition.identity?.fields.join(', ') ?? 'its identity'
  return {
    code: 'engine/one-identity',
    severity: 'error',
    message: `${name} and ${other} would be the same ${type}: ${fields} is what tells them apart, and it is the same`,
    path: `resources.${name}`,
    hint: `give one of them another ${fields}, or leave one out`,
    ...placeOf(origin, source),
  }
}

/** What is wrong with a resource that is made of others, and would be left behind, or taken along, by its container. */
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
      message: `the container of ${name} would be replaced, and what the component ${name} is made of cannot follow it`,
      path: `resources.${name}`,
      hint: `destroy it first (slipway destroy --target ${shellWord(record.name)}), or leave its deletedWith out`,
      ...placeOf(origin, source),
    },
  ]
}

/** What is wrong with a resource that is to be there, and its provider configured by one that is not. */
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
      message: `${name} (${type}) is to be there, and ${by}, which configures its provider, is not: its condition is false`,
      path: `resources.${name}`,
      hint: `give ${name} a condition, too, which holds only when that of ${by} does`,
      ...placeOf(origin, source),
    },
  ]
}

function placeOf({ start, end }: Origin, source: SourceText | undefined): Pick<Diagnostic, 'file' | 'range'> {
  return source === undefined ? {} : { file: source.fileAt(start), range: source.range(start, end) }
}
