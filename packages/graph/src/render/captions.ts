/** What a picture may say beyond names and edges. */
export interface GraphCaptions {
  /** What stands beside a node's name: a type, a state. */
  readonly node?: (node: number) => string | undefined
  /** What stands on an edge. */
  readonly edge?: (dependent: number, dependency: number) => string | undefined
}
