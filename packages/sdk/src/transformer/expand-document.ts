import {
  documentAt,
  type DocumentEntry,
  type DocumentMap,
  type DocumentNode,
  type PluginDiagnostic,
  sourceAnnotations,
  type Substitution,
  type Transformed,
} from '@slipway/model'
import type { Expansion, MadeResource } from './define-abstract-resource.ts'
import { passOnOptions } from './pass-on-options.ts'
import { References } from './references.ts'
import { nodeOf, type WrittenMap } from './blueprint-texts.ts'

/**
 * The blueprint with its abstract resources replaced. A reference to one of them becomes a reference to its results or inputs; a dependency
 * on one becomes a dependency on everything made from it. The annotations name the origin of each resource.
 *
 * @param expansions by the name of the abstract resource
 */
export function expandDocument(blueprint: DocumentMap, expansions: ReadonlyMap<string, Expansion>): Transformed {
  return new DocumentExpansion(blueprint, expansions).run()
}

class DocumentExpansion {
  readonly #blueprint: DocumentMap
  readonly #expansions: ReadonlyMap<string, Expansion>
  readonly #references: References
  readonly #diagnostics: PluginDiagnostic[] = []

  constructor(blueprint: DocumentMap, expansions: ReadonlyMap<string, Expansion>) {
    this.#blueprint = blueprint
    this.#expansions = expansions
    this.#references = new References(documentAt(blueprint, 'resources'), expansions)
  }

  run(): Transformed {
    const entries = this.#blueprint.entries.map((entry): DocumentEntry => {
      if (entry.key === 'resources') return { ...entry, value: this.#resources(entry.value) }
      return { ...entry, value: entry.key === 'exports' ? this.#exports(entry.value) : this.#node(entry.value) }
    })
    return { blueprint: { ...this.#blueprint, entries }, diagnostics: this.#diagnostics }
  }

  #resources(node: DocumentNode): DocumentNode {
    if (node.kind !== 'map') return node
    const entries = node.entries.flatMap((entry): readonly DocumentEntry[] => {
      const expansion = this.#expansions.get(entry.key)
      if (expansion === undefined) return [{ ...entry, value: this.#resource(entry.value) }]
      return Object.entries(expansion.resources).map(([key, made]) =>
        Object.assign({}, entry, { key, value: this.#made(made, entry) }),
      )
    })
    const twice = entries.find(({ key }, index) => entries.findIndex((other) => other.key === key) !== index)
    if (twice !== undefined) this.#report(`there would be two resources named "${twice.key}"`, twice.value)
    return { ...node, entries }
  }

  /**
   * The resource as its author wrote it, with the parts that all replacements of one resource share: its condition, its dependencies, and
   * its options.
   */
  #made(made: MadeResource, { key, value: source }: DocumentEntry): DocumentNode {
    const { type, spec = {}, metadata = {}, dependsOn = [], ...rest } = made
    const annotations = {
      ...(metadata['annotations'] as WrittenMap | undefined),
      [sourceAnnotations.name]: key,
      [sourceAnnotations.type]: textOf(documentAt(source, 'type')),
    }
    const written = nodeOf({ type, ...rest, metadata: { ...metadata, annotations }, spec }, `the result of ${key}`)
    const entries = written.kind === 'map' ? [...written.entries] : []
    const needed: DocumentNode[] = [...dependsOn.map(scalar), ...itemsOf(documentAt(source, 'dependsOn'))]
    if (needed.length > 0) entries.push({ key: 'dependsOn', value: { kind: 'list', items: needed } })
    for (const name of ['each', 'condition']) {
      const value = documentAt(source, name)
      if (value !== undefined) entries.push({ key: name, value })
    }
    const whole = passOnOptions({ kind: 'map', entries }, source)
    return { ...this.#resource(whole), ...(source.place !== undefined && { place: source.place }) }
  }

  #resource(node: DocumentNode): DocumentNode {
    if (node.kind !== 'map') return node
    const entries = node.entries.map((entry): DocumentEntry => ({
      ...entry,
      value: entry.key === 'dependsOn' ? this.#dependsOn(entry.value) : this.#node(entry.value),
    }))
    return { ...node, entries }
  }

  #dependsOn(node: DocumentNode): DocumentNode {
    const items = itemsOf(node).flatMap((item): readonly DocumentNode[] => {
      const expansion = this.#expansions.get(textOf(item))
      return expansion === undefined ? [item] : Object.keys(expansion.resources).map(scalar)
    })
    return { kind: 'list', items }
  }

  /** The field of an export is a reference that is written without `${…}`. */
  #exports(node: DocumentNode): DocumentNode {
    if (node.kind !== 'map') return node
    const entries = node.entries.map((entry): DocumentEntry => {
      const field = documentAt(entry.value, 'field')
      if (entry.value.kind !== 'map' || field?.kind !== 'scalar') return entry
      const meant = this.#references.ofText(textOf(field))
      if (meant === undefined) return entry
      if (typeof meant !== 'string') this.#report(meant.problem, field)
      const moved = typeof meant === 'string' ? { ...field, value: meant } : field
      const fields = entry.value.entries.map((one) => (one.key === 'field' ? { ...one, value: moved } : one))
      return { ...entry, value: { ...entry.value, entries: fields } }
    })
    return { ...node, entries }
  }

  #node(node: DocumentNode): DocumentNode {
    switch (node.kind) {
      case 'scalar':
        return node
      case 'list':
        return { ...node, items: node.items.map((item) => this.#node(item)) }
      case 'map':
        return { ...node, entries: node.entries.map((entry) => ({ ...entry, value: this.#node(entry.value) })) }
      case 'text':
        return { ...node, parts: node.parts.flatMap((part) => this.#part(part, node)) }
    }
  }

  #part(part: string | Substitution, node: DocumentNode): readonly (string | Substitution)[] {
    return typeof part === 'string' ? [part] : [this.#substitution(part, node)]
  }

  #substitution(part: Substitution, node: DocumentNode): Substitution {
    if (part.kind === 'literal') return part
    if (part.kind === 'call') {
      const args = part.args.map((arg) => ({ ...arg, value: this.#substitution(arg.value, node) }))
      return { ...part, args }
    }
    const meant = this.#references.of(part)
    if ('problem' in meant) {
      this.#report(meant.problem, node)
      return part
    }
    return meant
  }

  #report(message: string, { place }: DocumentNode): void {
    this.#diagnostics.push({ severity: 'error', message, ...(place !== undefined && { place }) })
  }
}

function scalar(value: string): DocumentNode {
  return { kind: 'scalar', value }
}

function itemsOf(node: DocumentNode | undefined): readonly DocumentNode[] {
  if (node === undefined) return []
  return node.kind === 'list' ? node.items : [node]
}

function textOf(node: DocumentNode | undefined): string {
  return node?.kind === 'scalar' && node.value !== null ? String(node.value) : ''
}
