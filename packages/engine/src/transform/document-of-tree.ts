import type { DocumentEntry, DocumentMap, DocumentNode, Place, Scalar, Substitution } from '@slipway/model'
import { DiagnosticList, type MapNode, type ScalarNode, type SourceText, type TreeNode } from '@slipway/source'
import type { Expression, PathStep } from '../language/expression.ts'
import { insideText } from '../language/write/expression-text.ts'
import { expressionOf } from '../language/parse/expression-of.ts'

/** A blueprint in the form that transformers get. It must have no mistakes. */
export function documentOfTree(tree: MapNode, source: SourceText): DocumentMap {
  return new DocumentWriter(source).map(tree)
}

class DocumentWriter {
  readonly #source: SourceText
  readonly #diagnostics: DiagnosticList

  constructor(source: SourceText) {
    this.#source = source
    this.#diagnostics = new DiagnosticList(source)
  }

  map({ entries, start, end }: MapNode): DocumentMap {
    return {
      kind: 'map',
      entries: entries.map(({ key, keyStart, keyEnd, value }): DocumentEntry => ({
        key,
        value: this.#node(value),
        place: this.#place(keyStart, keyEnd),
      })),
      place: this.#place(start, end),
    }
  }

  #node(node: TreeNode): DocumentNode {
    switch (node.kind) {
      case 'map':
        return this.map(node)
      case 'list':
        return {
          kind: 'list',
          items: node.items.map((item) => this.#node(item)),
          place: this.#place(node.start, node.end),
        }
      case 'scalar':
        return this.#scalar(node)
    }
  }

  #scalar(node: ScalarNode): DocumentNode {
    const place = this.#place(node.start, node.end)
    if (!node.text.includes('${')) return { kind: 'scalar', value: node.value, place }
    const expression = expressionOf(node, this.#diagnostics)
    if (expression.kind === 'literal') return { kind: 'scalar', value: scalarOf(expression.value), place }
    const parts = expression.kind === 'text' ? expression.parts : [expression]
    return { kind: 'text', parts: parts.map(partOf), place }
  }

  #place(start: number, end: number): Place {
    const range = this.#source.range(start, end)
    const { line, column } = range.start
    return { line, column, endLine: range.end.line, endColumn: range.end.column }
  }
}

function partOf(part: Expression): string | Substitution {
  return part.kind === 'literal' && typeof part.value === 'string' ? part.value : substitutionOf(part)
}

/** The substitution for an expression. Lists, maps and texts with substitutions cannot be inside `${…}`, so they become calls. */
function substitutionOf(expression: Expression): Substitution {
  switch (expression.kind) {
    case 'literal':
      return { kind: 'literal', value: scalarOf(expression.value) }
    case 'reference':
      return { kind: 'reference', to: targetOf(expression), name: namedOf(expression), path: expression.path }
    case 'function':
      // The language writes a function as a bare name.
      return { kind: 'reference', to: 'resource', name: expression.name, path: [] }
    case 'lambda':
      // Transformers have no short functions, so a short function is sent as a name that only we read.
      return { kind: 'reference', to: 'resource', name: insideText(expression), path: [] }
    case 'call': {
      const { name, args, path } = expression
      const given = args.map(({ name: label, value }) =>
        label === undefined ? { value: substitutionOf(value) } : { name: label, value: substitutionOf(value) },
      )
      return path.reduce(followed, { kind: 'call', name, args: given } as Substitution)
    }
    case 'list':
    case 'map':
    case 'text':
      return { kind: 'literal', value: null }
  }
}

/**
 * The target of a reference. Transformers get `self` as it is written, as a bare name. A parameter is inside a short function, which they get as a
 * whole.
 */
function targetOf({ to }: Extract<Expression, { kind: 'reference' }>): Exclude<typeof to, 'self' | 'parameter'> {
  return to === 'self' || to === 'parameter' ? 'resource' : to
}

function namedOf({ to, name }: Extract<Expression, { kind: 'reference' }>): string {
  return to === 'elem' || to === 'index' ? '' : name
}

/** A step into the result of a call. For transformers, a call has no path, so a function call expresses the step. */
function followed(from: Substitution, step: PathStep): Substitution {
  const at: Substitution = { kind: 'literal', value: step }
  if (typeof step === 'string') return callOf('lookup', from, at)
  return callOf('reduce', callOf('list', { kind: 'literal', value: 0 }), callOf('getelem', at), from)
}

function callOf(name: string, ...args: readonly Substitution[]): Substitution {
  return { kind: 'call', name, args: args.map((value) => ({ value })) }
}

function scalarOf(value: unknown): Scalar {
  return value === null || typeof value === 'object' ? null : (value as Scalar)
}
