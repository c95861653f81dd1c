import type { CheckedBlueprint } from '@slipway/engine'
import type { EnginePart } from '../engine/engine-part.ts'
import type { Project } from '../project/project.ts'
import { whichInstance } from '../project/which-instance.ts'

export interface GraphNode {
  readonly name: string
  readonly type: string
  /** The names of the resources that this resource depends on. */
  readonly dependsOn: readonly string[]
}

/** Returns the recorded parts of a blueprint's components, each below its component. */
export async function recordedParts(
  engine: EnginePart,
  project: Project,
  blueprint: CheckedBlueprint | undefined,
): Promise<readonly GraphNode[]> {
  const wholes = [...(blueprint?.resources.values() ?? [])].filter(({ definition }) => definition.isComposed === true)
  if (wholes.length === 0) return []
  const state = await engine.load(await whichInstance(engine.store, project, 'new'))
  const names = new Set(wholes.map(({ name }) => name))
  const records = (state?.resources ?? []).filter(({ replaced }) => !replaced)
  const wholeOf = new Map(records.flatMap(({ id, name }) => (names.has(name) ? [[id, name] as const] : [])))
  return records.flatMap(({ name, type, dependsOn, madeFor }) => {
    const whole = wholeOf.get(madeFor?.id ?? '')
    return whole === undefined ? [] : [{ name, type, dependsOn: [...new Set([whole, ...dependsOn])] }]
  })
}
