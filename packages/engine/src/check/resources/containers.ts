import type { DiagnosticList } from '@slipway/source'
import type { Blueprint } from '../../language/declarations.ts'
import { expressionAt } from '../../language/path.ts'
import type { CheckedResource } from '../checked.ts'

/** Refuses containers that are members of each other (`deletedWith`). Each would have to be made before the other, and would go with it. */
export function refuseContainerCircles(
  blueprint: Pick<Blueprint, 'resources'>,
  resources: ReadonlyMap<string, CheckedResource>,
  list: DiagnosticList,
): void {
  const seen = new Set<string>()
  for (const [start, { options }] of resources) {
    if (options?.deletedWith === undefined) continue
    const path: string[] = []
    let name: string | undefined = start
    for (; name !== undefined && !seen.has(name); name = resources.get(name)?.options?.deletedWith) {
      seen.add(name)
      path.push(name)
    }
    const first = name === undefined ? -1 : path.indexOf(name)
    if (first !== -1) refuse(path.slice(first), blueprint, list)
  }
}

function refuse(circle: readonly string[], { resources }: Pick<Blueprint, 'resources'>, list: DiagnosticList): void {
  const [name = ''] = circle
  const options = resources.get(name)?.options
  if (options === undefined) return
  const { start, end } = expressionAt(options, ['deletedWith']).origin
  const message = `these are inside each other (deletedWith): ${[...circle, name].join(' -> ')}`
  list.error('blueprint/bad-option', start, end, message, { hint: 'remove one of these options' })
}
