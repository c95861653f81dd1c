import { coreFunctions, fullSignature } from '@slipway/engine'

export interface ListedFunction {
  readonly name: string
  /** True for a function beyond the public specification. */
  readonly extension: boolean
  readonly description: string
  /** The signature: `join(list: list, separator: string): string`. */
  readonly signature: string
}

/** Lists the functions that every blueprint has, by name. */
export function listFunctions(): readonly ListedFunction[] {
  return [...coreFunctions.values()]
    .map((each) => ({
      name: each.name,
      extension: each.extension === true,
      description: each.summary ?? '',
      signature: fullSignature(each),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
