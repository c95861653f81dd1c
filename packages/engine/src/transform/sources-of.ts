import { documentAt, type DocumentMap, type DocumentNode, sourceAnnotations } from '@slipway/model'
import type { Written } from './written-places.ts'

/** The user's resources from which the resources of a transformer's output were made, by name of the resource in the output. */
export function sourcesOf(document: DocumentMap, written: Written): ReadonlyMap<string, string> {
  const resources = documentAt(document, 'resources')
  const entries = resources?.kind === 'map' ? resources.entries : []
  const kept = new Set(entries.map(({ key }) => key))
  const gone = [...written.resources.keys()].filter((name) => !kept.has(name))
  const sources = new Map<string, string>()
  for (const { key, value } of entries) {
    const source =
      saidSource(value, written) ?? ownSource(key, written) ?? placedSource(value, written) ?? nearest(key, gone)
    if (source !== undefined) sources.set(key, source)
  }
  return sources
}

function saidSource(resource: DocumentNode, written: Written): string | undefined {
  const annotations = documentAt(documentAt(resource, 'metadata'), 'annotations')
  const said = documentAt(annotations, sourceAnnotations.name)
  const name = said?.kind === 'scalar' ? String(said.value) : ''
  return written.resources.has(name) ? name : undefined
}

function placedSource({ place }: DocumentNode, written: Written): string | undefined {
  return written.resourceAt(written.originAt(place))
}

function ownSource(name: string, written: Written): string | undefined {
  return written.resources.has(name) ? name : undefined
}

/**
 * The likely source of a resource, by its name. Transformers often append something to the name of the replaced resource. If only one resource was
 * replaced, it is the source.
 */
function nearest(name: string, gone: readonly string[]): string | undefined {
  const [longest] = gone.filter((one) => name.startsWith(one)).toSorted((a, b) => b.length - a.length)
  return longest ?? (gone.length === 1 ? gone[0] : undefined)
}
