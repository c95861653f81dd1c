export interface InterfaceConfig {
  readonly enabled: boolean
  /** Bytes. */
  readonly mtu: number
}

export interface InterfaceState extends InterfaceConfig {
  readonly up: boolean
  /** The data plane's own number. */
  readonly index: number
}

export type DataPlaneCall =
  | { readonly call: 'set'; readonly name: string; readonly config: InterfaceConfig }
  | { readonly call: 'remove'; readonly name: string }
  | { readonly call: 'list' }

export type DataPlaneRequest = DataPlaneCall & { readonly id: number }

export interface DataPlaneAnswer {
  readonly id: number
  readonly result?: unknown
  readonly error?: string
}
