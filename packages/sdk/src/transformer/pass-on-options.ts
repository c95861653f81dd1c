import { documentAt, type DocumentEntry, type DocumentNode } from '@slipway/model'

/**
 * Options that only one resource can have, under its own name: the engine refuses them where one resource becomes several. And
 * the versions of the plugin that has the type: the engine compares them with the transformer's.
 */
const ofOne: ReadonlySet<string> = new Set(['aliases', 'import', 'version'])

/**
 * A resource that an abstract one is replaced by, with the options that the user gave to that one (`metadata.custom.slipway`). The engine
 * applies them in any case, but references to abstract resources are only replaced here. The author's own options count more.
 */
export function passOnOptions(made: DocumentNode, source: DocumentNode): DocumentNode {
  const path = ['metadata', 'custom', 'slipway']
  const own = new Set(entriesOf(at(made, path)).map(({ key }) => key))
  const more = entriesOf(at(source, path)).filter(({ key }) => !own.has(key) && !ofOne.has(key))
  return more.length === 0 ? made : withEntries(made, path, more)
}

function at(node: DocumentNode | undefined, path: readonly string[]): DocumentNode | undefined {
  return path.reduce<DocumentNode | undefined>((inside, key) => documentAt(inside, key), node)
}

function entriesOf(node: DocumentNode | undefined): readonly DocumentEntry[] {
  return node?.kind === 'map' ? node.entries : []
}

/** Adds entries at a path, and any missing maps on the way. */
function withEntries(
  node: DocumentNode | undefined,
  path: readonly string[],
  more: readonly DocumentEntry[],
): DocumentNode {
  const [key, ...rest] = path
  const entries = entriesOf(node)
  if (key === undefined) return { ...(node?.kind === 'map' && node), kind: 'map', entries: [...entries, ...more] }
  const value = withEntries(documentAt(node, key), rest, more)
  const others = entries.filter((entry) => entry.key !== key)
  return { ...(node?.kind === 'map' && node), kind: 'map', entries: [...others, { key, value }] }
}
