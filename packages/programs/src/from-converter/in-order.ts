import { Failure } from '@slipway/model'
import type { ImportedResource } from '@slipway/protocol/pulumi'

/**
 * The resources, each after its parent and its provider.
 *
 * @throws Failure `convert/bad-result`
 */
export function inOrder(resources: readonly ImportedResource[]): readonly ImportedResource[] {
  const byName = new Map<string, ImportedResource>()
  for (const resource of resources) {
    const { logicalName: name } = resource
    if (byName.has(name)) throw bad(`it has the name ${JSON.stringify(name)} twice`)
    byName.set(name, resource)
  }
  for (const resource of resources) refuseUnknown(resource, byName)
  const sorted = new Set<ImportedResource>()
  for (const start of resources) {
    // A list in place of recursion: a hostile state may be nested deeper than calls can be.
    const way = [start]
    const onWay = new Set(way)
    for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
      const next = [last.parent, last.provider]
        .flatMap((name) => byName.get(name) ?? [])
        .find((one) => !sorted.has(one))
      if (next === undefined) {
        sorted.add(last)
        way.pop()
        continue
      }
      if (onWay.has(next)) throw bad(`the parents and providers of ${JSON.stringify(next.logicalName)} are a circle`)
      onWay.add(next)
      way.push(next)
    }
  }
  return [...sorted]
}

function refuseUnknown(
  { logicalName, parent, provider }: ImportedResource,
  byName: ReadonlyMap<string, ImportedResource>,
): void {
  const shown = JSON.stringify(logicalName)
  if (parent !== '' && !byName.has(parent)) throw bad(`the parent of ${shown}, ${JSON.stringify(parent)}, is not in it`)
  if (provider === '') return
  const named = byName.get(provider)
  if (named === undefined) throw bad(`the provider of ${shown}, ${JSON.stringify(provider)}, is not in it`)
  if (!named.type.startsWith('pulumi:providers:'))
    throw bad(`the provider of ${shown}, ${JSON.stringify(provider)}, is not a provider`)
}

function bad(why: string): Failure {
  return new Failure('convert/bad-result', `Slipway refuses the state of the converter: ${why}`, {
    hint: 'nothing was imported; tell the author of the converter',
  })
}
