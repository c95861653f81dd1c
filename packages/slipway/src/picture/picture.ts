/** The page's data, in the form that the page contains. */
export interface Picture {
  readonly title: string
  /** The line below the title. */
  readonly summary: string
  readonly nodes: readonly PictureNode[]
  readonly edges: readonly PictureEdge[]
}

export interface PictureNode {
  /** Unique in the picture. */
  readonly id: string
  readonly name: string
  readonly type: string
  /** The planned action; absent without a plan. */
  readonly action?: 'create' | 'update' | 'replace' | 'delete' | 'forget' | 'none'
  readonly isLink: boolean
  /** The terminal's text about it, differences included. */
  readonly lines: readonly string[]
}

/** `from` comes first: it is needed by `to`. */
export interface PictureEdge {
  readonly from: string
  readonly to: string
}
