/** What the page shows, as it lies in it. */
export interface Picture {
  readonly title: string
  /** One line below the title. */
  readonly summary: string
  readonly nodes: readonly PictureNode[]
  readonly edges: readonly PictureEdge[]
}

export interface PictureNode {
  /** Unique in the picture. */
  readonly id: string
  readonly name: string
  readonly type: string
  /** What will happen to it; absent where nothing is planned. */
  readonly action?: 'create' | 'update' | 'replace' | 'delete' | 'forget' | 'none'
  readonly isLink: boolean
  /** What is said of it, as the terminal says it, differences and all. */
  readonly lines: readonly string[]
}

/** `from` comes first: it is needed by `to`. */
export interface PictureEdge {
  readonly from: string
  readonly to: string
}
