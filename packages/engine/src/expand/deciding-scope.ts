import { Unknown, type Value } from '@slipway/model'
import { configuringWritten } from '../check/references/configuring-resource.ts'
import { scopeOf, type ScopeSources, unknownSources } from '../check/values/blueprint-scope.ts'
import type { CheckedBlueprint } from '../check/checked.ts'
import { type Deciding, readsLocally } from '../check/definitions/deciding.ts'
import { dataQuestion } from '../evaluate/data-question.ts'
import { isDrawn } from '../evaluate/functions/table.ts'
import type { Scope } from '../evaluate/scope.ts'
import type { Budget } from '../language/budget.ts'
import type { Blueprint, DataSourceDeclaration } from '../language/declarations.ts'

/** The scopes for the two kinds of expressions that decide which resources there are. */
export interface DecidingScopes {
  /** The scope for `each`: everything that can be known before anything is deployed, including data sources and functions of plugins. */
  readonly each: Scope
  /** The scope for conditions: only variables, values and everything that can be read on this machine, because a condition may also be decided later. */
  readonly condition: Scope
  /** The real cause of an unknown in an `each`. The data source that the unknown names may itself wait for something else. */
  cause(unknown: Unknown): Unknown
  /** True if the caller asks for the open values, after which everything is evaluated again. */
  readonly isAsked: boolean
}

type Known = Pick<CheckedBlueprint, 'variables' | 'values' | 'functions'>

export function decidingScopes(
  blueprint: Pick<Blueprint, 'dataSources'>,
  known: Known,
  deciding: Deciding | undefined,
  budget: Budget,
): DecidingScopes {
  const condition = scopeOf(
    known,
    {
      ...unknownSources(),
      isFixed: true,
      call: (name, args, origin) => (readsLocally(name) ? deciding?.call(name, args, origin) : undefined),
    },
    budget,
  )
  const sources: ScopeSources = {
    ...unknownSources(),
    isFixed: true,
    dataSource: (name) => data.get(name),
    call: (name, args, origin) => (isDrawn(name) ? undefined : deciding?.call(name, args, origin)),
  }
  const each = scopeOf(known, sources, budget)
  const data = new DecidingData(blueprint, each, deciding)
  return { each, condition, cause: (unknown) => data.cause(unknown), isAsked: deciding !== undefined }
}

/** The data sources that are read before anything is deployed. Each is read once its inputs are known. */
class DecidingData {
  readonly #blueprint: Pick<Blueprint, 'dataSources'>
  readonly #scope: Scope
  readonly #deciding: Deciding | undefined
  readonly #known = new Map<string, Value>()
  /** The unknown values for which unread data sources wait, by name of the data source. */
  readonly #causes = new Map<string, Unknown>()
  /** Data sources that are being evaluated. Circles have already been reported. */
  readonly #open = new Set<string>()

  constructor(blueprint: Pick<Blueprint, 'dataSources'>, scope: Scope, deciding: Deciding | undefined) {
    this.#blueprint = blueprint
    this.#scope = scope
    this.#deciding = deciding
  }

  get(name: string): Value {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const declared = this.#blueprint.dataSources.get(name)
    if (declared === undefined || this.#open.has(name)) return new Unknown(`datasources.${name}`)
    this.#open.add(name)
    try {
      const value = this.#read(declared)
      this.#known.set(name, value)
      return value
    } finally {
      this.#open.delete(name)
    }
  }

  #read(source: DataSourceDeclaration): Value {
    const { name } = source
    const filters = source.filters.map(({ field, operator, search }) => ({
      field: field.value,
      operator: operator.value,
      search,
    }))
    const configuring = configuringWritten(source)
    const asked =
      configuring === undefined
        ? dataQuestion({ ...source, filters }, this.#scope)
        : new Unknown(`resources.${configuring}`)
    if (!(asked instanceof Unknown))
      return this.#deciding?.data({ name, ...asked }) ?? new Unknown(`datasources.${name}`)
    const { until } = this.cause(asked)
    this.#causes.set(name, new Unknown(until.includes(' (for ') ? until : `${until} (for datasources.${name})`))
    return new Unknown(`datasources.${name}`)
  }

  cause(unknown: Unknown): Unknown {
    const [, name = ''] = /^datasources\.([^.[]+)/.exec(unknown.until) ?? []
    return this.#causes.get(name) ?? unknown
  }
}
