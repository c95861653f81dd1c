/** Captions for a picture, beyond names and edges. */
export interface GraphCaptions {
  /** Beside a node's name: a type, a state. */
  readonly node?: (node: number) => string | undefined
  /** A caption on an edge. */
  readonly edge?: (dependent: number, dependency: number) => string | undefined
}
