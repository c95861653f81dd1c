import { messageOf, namespaceOf, type PropertySchema } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { Observer } from '../../events.ts'
import type { Project } from '../../project/project.ts'
import type { Slipway } from '../../slipway.ts'
import { lookWithEngine } from '../../with-engine.ts'
import type { IsAnswer } from '@slipway/programs/to-pulumi/properties-of'
import { isToldByType } from '@slipway/programs/to-pulumi/to-deployment'

/**
 * Determines which properties of these resources are answers of their plugins. Asks plugins for types that are not cached, and reports plugins that
 * cannot be asked.
 */
export async function answersOf(
  slipway: Slipway,
  project: Project,
  resources: readonly ResourceRecord[],
  observe: Observer,
): Promise<IsAnswer> {
  const types = Map.groupBy(new Set(resources.filter(isToldByType).map(({ type }) => type)), namespaceOf)
  if (types.size === 0) return () => false
  const specs = new Map<string, PropertySchema>()
  await lookWithEngine(slipway, project, observe, async ({ catalog }) => {
    for (const [namespace, resourceTypes] of types)
      try {
        const defined = await catalog.define(namespace, { resourceTypes, dataSourceTypes: [], functions: [] })
        if (defined === undefined) throw new Error('its plugin is not installed')
        for (const { type, schema } of Object.values(defined.resourceTypes)) specs.set(type, schema)
      } catch (error) {
        const pkg = namespace.slice(0, -1)
        const message = `outputs of ${pkg} are also written as inputs, because its schema is not available: ${messageOf(error)}`
        observe({ type: 'notice', message })
      }
  })
  return (type, property) => specs.get(type)?.attributes?.[property]?.computed === true
}
