import type { Place, Scalar } from '@slipway/model'
import { entryOf, type MapNode, type ScalarNode, type SourceText, type TreeNode } from '@slipway/source'
import type { Origin } from '../language/expression.ts'

/** One resource of a blueprint: the place of its name, and everything that is written below it. */
interface WrittenResource {
  readonly name: string
  readonly type: string
  readonly origin: Origin
  /** The stretch of text from the name to the end of the resource. */
  readonly extent: Origin
  readonly scalars: readonly WrittenScalar[]
}

interface WrittenScalar {
  readonly key: string
  readonly node: ScalarNode
}

/** The parts of the user's text that help to find the places of nodes that were made from it. */
export class Written {
  readonly resources: ReadonlyMap<string, WrittenResource>
  readonly #source: SourceText
  readonly #scalars = new Map<number, ScalarNode>()
  #lines: readonly number[] | undefined

  constructor(tree: MapNode, source: SourceText) {
    this.#source = source
    const declared = entryOf(tree, 'resources')
    const entries = declared?.kind === 'map' ? declared.entries : []
    this.resources = new Map(entries.map((entry) => [entry.key, writtenResource(entry)] as const))
    for (const { node } of scalarsIn(tree, '')) this.#scalars.set(node.start, node)
  }

  /** The stretch of text that a place names; `undefined` if the text has no such place. */
  originAt(place: Place | undefined): Origin | undefined {
    const start = place && this.#offset(place.line, place.column)
    if (start === undefined || place === undefined) return undefined
    const { endLine, endColumn } = place
    const end = endLine === undefined || endColumn === undefined ? undefined : this.#offset(endLine, endColumn)
    return { start, end: end === undefined || end < start ? start + 1 : end }
  }

  /** The scalar that begins at this place, if it has the same value. */
  scalarAt({ start }: Origin, value: Scalar): ScalarNode | undefined {
    const node = this.#scalars.get(start)
    return node?.value === value ? node : undefined
  }

  /** A scalar with this value below a resource: either under the same key, or anywhere if the value occurs only once. */
  scalarBelow(resource: string, key: string, value: Scalar): ScalarNode | undefined {
    if (value === null || typeof value === 'boolean') return undefined
    const alike = (this.resources.get(resource)?.scalars ?? []).filter(({ node }) => node.value === value)
    const keyed = alike.filter((scalar) => scalar.key === key)
    const [only, ...more] = keyed.length > 0 ? keyed : alike
    return more.length === 0 ? only?.node : undefined
  }

  /**
   * The resource that contains a place. `undefined` if there is none, or if there are several because an earlier transform made them from one
   * resource.
   */
  resourceAt(origin: Origin | undefined): string | undefined {
    if (origin === undefined) return undefined
    const { start } = origin
    const all = [...this.resources.values()]
    const [only, ...more] = all.filter(({ extent }) => extent.start <= start && start < extent.end)
    return more.length === 0 ? only?.name : undefined
  }

  #offset(line: number, column: number): number | undefined {
    const { text } = this.#source
    this.#lines ??= lineStartsOf(text)
    const start = this.#lines[line - 1]
    if (start === undefined) return undefined
    const end = this.#lines[line] ?? text.length + 1
    return Math.min(start + column - 1, end - 1)
  }
}

function writtenResource({ key, keyStart, keyEnd, value }: MapNode['entries'][number]): WrittenResource {
  const type = value.kind === 'map' ? entryOf(value, 'type') : undefined
  return {
    name: key,
    type: type?.kind === 'scalar' ? type.text : '',
    origin: { start: keyStart, end: keyEnd },
    extent: { start: keyStart, end: Math.max(keyEnd, value.end) },
    scalars: [...scalarsIn(value, key)],
  }
}

function* scalarsIn(node: TreeNode, key: string): Generator<WrittenScalar> {
  if (node.kind === 'scalar') yield { key, node }
  else if (node.kind === 'list') for (const item of node.items) yield* scalarsIn(item, key)
  else for (const entry of node.entries) yield* scalarsIn(entry.value, entry.key)
}

function lineStartsOf(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
