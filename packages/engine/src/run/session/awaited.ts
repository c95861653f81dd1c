import { dataSourceExpressions, resourceExpressions } from '../../check/every-expression.ts'
import type { CheckedBlueprint } from '../../check/checked.ts'
import { referencesIn } from '../../language/references.ts'
import type { Expression, PathStep } from '../../language/expression.ts'
import { pathSteps } from '../../spec/computed-paths.ts'

/** Which fields of resources a blueprint reads during a run. Exports do not count: they are read at the end. */
export class Awaited {
  /** By name of a resource: paths of references to it, such as `['spec', 'id']`. */
  readonly #paths = new Map<string, (readonly PathStep[])[]>()

  constructor(blueprint: CheckedBlueprint) {
    for (const expression of readWhileDeploying(blueprint)) {
      for (const { to, name, path } of referencesIn(expression)) {
        if (to !== 'resource') continue
        const known = this.#paths.get(name)
        if (known === undefined) this.#paths.set(name, [path])
        else known.push(path)
      }
    }
  }

  /** True when something reads the field at a path such as `spec.id`, a part of it, or something that contains it. */
  has(name: string, path: string): boolean {
    const field: readonly PathStep[] = ['spec', ...pathSteps(path)]
    return (
      this.#paths.get(name)?.some((read) => field.every((step, at) => at >= read.length || read[at] === step)) === true
    )
  }
}

function* readWhileDeploying({ values, dataSources, resources }: CheckedBlueprint): Iterable<Expression> {
  for (const { expression } of values.values()) yield expression
  for (const source of dataSources.values()) yield* dataSourceExpressions(source)
  for (const resource of resources.values()) yield* resourceExpressions(resource)
}
