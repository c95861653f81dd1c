import type {
  ConditionDeclaration,
  DataSourceDeclaration,
  ExportDeclaration,
  ImportDeclaration,
  MovedDeclaration,
  ResourceDeclaration,
  ValueDeclaration,
  Written,
} from '../language/declarations.ts'
import type { Budget } from '../language/budget.ts'
import { listBytes, mapBytes } from '../language/budget.ts'
import type { CallArgument, Expression, Origin } from '../language/expression.ts'
import type { ReferenceExpression } from '../language/references.ts'
import { optional } from '../language/parse/optional.ts'
import { mapCondition, mapMetadata, mapTemplate } from './map-expressions.ts'

/** The memory, in bytes, for an expression with its place. */
const expressionBytes = 128
/** The memory, in bytes, for a declaration without its expressions. */
const declarationBytes = 512

/** Functions whose last parameter is the start of a relative path. */
const readsFrom: ReadonlySet<string> = new Set(['file', 'fileexists', 'templatefile'])

/** Moves the declarations of a child into the whole, with other places and longer names. */
export class Relocation {
  /** The prefix of the child's names: `network/`, `network/subnets/`. */
  readonly #prefix: string
  readonly #base: number
  readonly #budget: Budget
  readonly #exported: (reference: ReferenceExpression) => Expression
  readonly #folder: string | undefined

  /**
   * @param base the offset at which the child's text begins in the joined one
   * @param exported the expression, in the whole, for a reference to a child of the child; its place is that of the reference
   * @param folder the folder at which relative paths start in the child; absent if it is the usual one
   */
  constructor(
    prefix: string,
    base: number,
    budget: Budget,
    exported: (reference: ReferenceExpression) => Expression,
    folder: string | undefined,
  ) {
    this.#prefix = prefix
    this.#base = base
    this.#budget = budget
    this.#exported = exported
    this.#folder = folder
  }

  value(value: ValueDeclaration): ValueDeclaration {
    return { ...value, ...this.#declaration(value), expression: this.expression(value.expression) }
  }

  export(exported: ExportDeclaration): ExportDeclaration {
    return { ...exported, ...this.#declaration(exported), expression: this.expression(exported.expression) }
  }

  resource(resource: ResourceDeclaration): ResourceDeclaration {
    const { type, dependsOn, linkSelector } = resource
    return {
      ...mapTemplate(resource, (expression) => this.expression(expression)),
      ...this.#declaration(resource),
      type: this.#written(type),
      dependsOn: this.#names(dependsOn),
      ...optional(
        'linkSelector',
        linkSelector && {
          byLabel: linkSelector.byLabel,
          exclude: this.#names(linkSelector.exclude),
          origin: this.origin(linkSelector.origin),
        },
      ),
    }
  }

  /** Relocates a condition of the blueprint itself. */
  condition({ path, ...condition }: ConditionDeclaration): ConditionDeclaration {
    return mapCondition({ ...condition, path: this.#prefix + path }, (expression) => this.expression(expression))
  }

  moved({ from, to }: MovedDeclaration): MovedDeclaration {
    const [before, after] = this.#names([from, to])
    return { from: before ?? from, to: after ?? to }
  }

  imported({ to, id }: ImportDeclaration): ImportDeclaration {
    const [name] = this.#names([to])
    return { to: name ?? to, id: this.#written(id) }
  }

  #names(names: readonly Written<string>[]): readonly Written<string>[] {
    return names.map(({ value, origin }) => ({ value: this.#prefix + value, origin: this.origin(origin) }))
  }

  dataSource(source: DataSourceDeclaration): DataSourceDeclaration {
    return {
      ...source,
      ...this.#declaration(source),
      metadata: mapMetadata(source.metadata, (one) => this.expression(one)),
      ...optional('options', source.options && this.expression(source.options)),
      type: this.#written(source.type),
      filters: source.filters.map(({ field, operator, search }) => ({
        field: this.#written(field),
        operator: this.#written(operator),
        search: search.map((item) => this.expression(item)),
      })),
      exports:
        source.exports === '*'
          ? '*'
          : new Map(
              Array.from(source.exports, ([name, { type, aliasFor, origin }]) => [
                name,
                {
                  type: this.#written(type),
                  origin: this.origin(origin),
                  ...optional('aliasFor', aliasFor && this.#written(aliasFor)),
                },
              ]),
            ),
    }
  }

  expression(expression: Expression): Expression {
    this.#budget.takeSteps()
    this.#budget.takeBytes(expressionBytes)
    const origin = this.origin(expression.origin)
    switch (expression.kind) {
      case 'literal':
      case 'function':
        return { ...expression, origin }
      case 'list':
        this.#budget.takeBytes(listBytes(expression.items.length))
        return { ...expression, origin, items: expression.items.map((item) => this.expression(item)) }
      case 'map':
        this.#budget.takeBytes(mapBytes(expression.entries.length))
        return {
          ...expression,
          origin,
          entries: expression.entries.map(([key, value]) => [key, this.expression(value)] as const),
          ...optional(
            'keyStarts',
            expression.keyStarts?.map((start) => start + this.#base),
          ),
        }
      case 'text':
        this.#budget.takeBytes(listBytes(expression.parts.length))
        return { ...expression, origin, parts: expression.parts.map((part) => this.expression(part)) }
      case 'call':
        this.#budget.takeBytes(mapBytes(expression.args.length))
        return {
          ...expression,
          origin,
          args: [
            ...expression.args.map((argument) => ({ ...argument, value: this.expression(argument.value) })),
            ...this.#from(expression),
          ],
        }
      case 'lambda':
        return { ...expression, origin, body: this.expression(expression.body) }
      case 'reference':
        return this.#reference({ ...expression, origin })
    }
  }

  /** The additional argument `from` for a call, because a relative path in a child starts in the folder of the child, wherever it is included. */
  #from({ name, args, origin }: Extract<Expression, { kind: 'call' }>): readonly CallArgument[] {
    const [path] = args
    const isGiven =
      args.length > 2 || args.some((each) => each.name === 'from') || (args.length > 1 && name !== 'templatefile')
    if (this.#folder === undefined || !readsFrom.has(name) || path === undefined || isGiven) return []
    const value: Expression = { kind: 'literal', value: this.#folder, origin: this.origin(origin) }
    return [path.name === undefined && name !== 'templatefile' ? { value } : { name: 'from', value }]
  }

  origin({ start, end }: Origin): Origin {
    return { start: start + this.#base, end: end + this.#base }
  }

  #reference(reference: ReferenceExpression): Expression {
    switch (reference.to) {
      case 'child':
        return this.#exported(reference)
      case 'variable':
        return { ...reference, to: 'value', name: `variables.${this.#prefix}${reference.name}` }
      case 'value':
      case 'resource':
      case 'datasource':
        return { ...reference, name: this.#prefix + reference.name }
      case 'elem':
      case 'index':
      case 'self':
      case 'parameter':
        return reference
    }
  }

  #declaration({ name, origin }: { readonly name: string; readonly origin: Origin }) {
    this.#budget.takeBytes(declarationBytes)
    return { name: this.#prefix + name, origin: this.origin(origin) }
  }

  #written<T>({ value, origin }: Written<T>): Written<T> {
    return { value, origin: this.origin(origin) }
  }
}
