/** Nodes of a graph, by resource type. */
export type NodesByType = ReadonlyMap<string, readonly number[]>

/** Nodes, and the nodes that are tried before them. */
export interface Turn {
  readonly nodes: readonly number[]
  readonly tried: readonly number[]
}

/**
 * In a program, steps that make something of a type take turns with steps that repeat a removal of that type which an earlier run began: later steps
 * wait. A repeated removal can therefore see whether something else has its key by now.
 */
export class TurnsByType {
  readonly #made = new Map<string, number[]>()
  readonly #ending = new Map<string, number[]>()

  /** Takes nodes that come together. They wait for nodes that came earlier. */
  take(made: NodesByType, ending: NodesByType): readonly Turn[] {
    const turns = [...turnsAfter(this.#made, ending), ...turnsAfter(this.#ending, made)]
    note(this.#made, made)
    note(this.#ending, ending)
    return turns
  }
}

function turnsAfter(earlier: NodesByType, later: NodesByType): readonly Turn[] {
  return Array.from(later).flatMap(([type, nodes]) => {
    const tried = earlier.get(type)
    return tried === undefined ? [] : [{ nodes, tried: [...tried] }]
  })
}

function note(known: Map<string, number[]>, more: NodesByType): void {
  for (const [type, nodes] of more) {
    const before = known.get(type)
    if (before === undefined) known.set(type, [...nodes])
    else before.push(...nodes)
  }
}
