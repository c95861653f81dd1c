import { dataSourceExpressions } from '../check/every-expression.ts'
import { coreFunctions, isDrawn } from '../evaluate/functions/table.ts'
import type { Blueprint } from '../language/declarations.ts'
import type { Expression } from '../language/expression.ts'
import { partsIn } from '../language/references.ts'

/** The needs of expressions that only the outside knows, directly or through values and data sources: `datasources.hosts`, `lookup(…)`. */
export function neededOutside(
  expressions: readonly (Expression | undefined)[],
  { values, dataSources }: Pick<Blueprint, 'values' | 'dataSources'>,
): readonly string[] {
  const found = new Set<string>()
  const seen = new Set<string>()
  const open = expressions.filter((expression) => expression !== undefined)
  for (let expression = open.pop(); expression !== undefined; expression = open.pop()) {
    for (const part of partsIn(expression)) {
      if (part.kind !== 'reference') {
        if (isAnsweredOutside(part.name)) found.add(`${part.name}(…)`)
        continue
      }
      const label = `${part.to} ${part.name}`
      if ((part.to !== 'value' && part.to !== 'datasource') || seen.has(label)) continue
      seen.add(label)
      if (part.to === 'value') {
        const needed = values.get(part.name)?.expression
        if (needed !== undefined) open.push(needed)
        continue
      }
      found.add(`datasources.${part.name}`)
      const source = dataSources.get(part.name)
      if (source !== undefined) for (const each of dataSourceExpressions(source)) open.push(each)
    }
  }
  return [...found]
}

function isAnsweredOutside(name: string): boolean {
  const core = coreFunctions.get(name)
  return core === undefined || ('answered' in core && !isDrawn(name))
}
