import { Failure, type VariableOption, type VariableTypeDefinition } from '@slipway/model'

export interface VariableTypeOptions {
  /** The name with the provider's namespace: `aws/region`. */
  readonly type: string
  readonly label?: string
  readonly description?: string
  /** Blueprint fragments, each the text of one variable. */
  readonly examples?: readonly string[]
  /**
   * The allowed values of such a variable, by names of your own: `{ small: { value: 't2.small', label: 'Small' } }`. All are of one type.
   */
  readonly options: Readonly<Record<string, VariableOption>>
}

/** A type of variables, ready for `defineProvider`. */
export interface VariableType {
  readonly type: string
  define(): VariableTypeDefinition
}

/** A type for blueprint variables with a few possible values. Users see the values with their labels. */
export function defineVariableType({ type, label = type, ...rest }: VariableTypeOptions): VariableType {
  const kinds = new Set(Object.values(rest.options).map(({ value }) => kindOf(value)))
  if (kinds.size !== 1)
    throw new Failure('sdk/variable-options', `the options of ${type} are not values of one type`, {
      hint: kinds.size === 0 ? 'give one at least' : `there are: ${[...kinds].join(', ')}`,
    })
  return { type, define: () => ({ type, label, ...rest }) }
}

function kindOf(value: VariableOption['value']): string {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'float'
  return typeof value === 'bigint' ? 'integer' : typeof value
}
