import type { CheckedOptions } from '@slipway/model'

/** The options of a resource. The table in `@slipway/model` lists all of them. */
export interface ResourceOptions extends CheckedOptions {
  /** True if lifting the protection takes effect at once. If left out, the recorded protection still counts in the run that lifts it. */
  readonly liftsProtection?: true
}

/** The path of the options of a resource or a data source, for messages: `resources.web.options`. */
export function optionsPath(
  group: string,
  { name, hasShortOptions }: { readonly name: string; readonly hasShortOptions?: true },
): string {
  return `${group}.${name}.${hasShortOptions === true ? 'options' : 'metadata.custom.slipway'}`
}
