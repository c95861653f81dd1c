/** Nodes of a graph, by the type that they are about. */
export type NodesByType = ReadonlyMap<string, readonly number[]>

/** Nodes, and those that are tried before them. */
export interface Turn {
  readonly nodes: readonly number[]
  readonly tried: readonly number[]
}

/**
 * What makes something, and what ends a removal that an earlier run began, of one type, take turns where nobody knows what is to come:
 * whichever comes later waits. So a destruction that is done again sees whether what has its key is somebody else's by now.
 */
export class TurnsByType {
  readonly #made = new Map<string, number[]>()
  readonly #ending = new Map<string, number[]>()

  /** Takes what comes together, which waits for what came before. */
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
