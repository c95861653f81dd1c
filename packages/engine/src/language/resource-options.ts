import type { CheckedOptions } from '@slipway/model'

/** The options of a resource; the table in `@slipway/model` has them all. */
export interface ResourceOptions extends CheckedOptions {
  /** Lifting the protection counts at once. Left out: in the run that lifts it, the recorded protection still counts. */
  readonly liftsProtection?: true
}

/** Where the options of a resource or a data source stand, for messages: `resources.web.options`. */
export function optionsPath(
  group: string,
  { name, hasShortOptions }: { readonly name: string; readonly hasShortOptions?: true },
): string {
  return `${group}.${name}.${hasShortOptions === true ? 'options' : 'metadata.custom.slipway'}`
}
