import type { DefinitionRequest, ProviderDefinition } from '@slipway/model'
import { calledFunctions, partsOfFunction, usedNames, type Definitions } from '../../check/definitions/definitions.ts'
import type { Blueprint } from '../../language/declarations.ts'
import type { ProviderCatalog } from '../../ports.ts'
import { withLinkTypes } from './ask-link-types.ts'

type Answer = readonly [namespace: string, definition: ProviderDefinition | undefined]

/**
 * Asks the providers whose types a blueprint uses for the definitions that it needs, side by side. A name without `shapes::` does not name the
 * provider of a function, so if none of them has the function, all other installed providers are asked. Skips providers that cannot be asked, because a
 * plugin that the blueprint does not use must not block it.
 */
export async function askDefinitions(
  blueprint: Blueprint,
  catalog: Pick<ProviderCatalog, 'namespaces' | 'define'>,
): Promise<Definitions> {
  const ask = async (namespace: string, request: DefinitionRequest): Promise<Answer> => [
    namespace,
    await catalog.define(namespace, request),
  ]
  const used = usedNames(blueprint)
  const answers = await Promise.all(Array.from(used, ([namespace, request]) => ask(namespace, request)))
  const known = new Set(answers.flatMap(([, definition]) => definition?.functionNames ?? []))
  const functions = [...calledFunctions(blueprint)].filter(
    (name) => partsOfFunction(name).namespace === undefined && !known.has(name),
  )
  const types = new Set(Array.from(blueprint.resources.values(), ({ type }) => type.value))
  if (functions.length === 0) return await withLinkTypes(new Map(answers), types, catalog)
  const others = catalog.namespaces().filter((namespace) => !used.has(namespace))
  const request = { resourceTypes: [], dataSourceTypes: [], functions }
  const more = await Promise.allSettled(others.map((namespace) => ask(namespace, request)))
  const all = [...answers, ...more.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))]
  return await withLinkTypes(new Map(all), types, catalog)
}
