import type { ValueType } from '@slipway/engine'
import type { PropertySchema, ProviderDefinition } from '@slipway/model'

/** An installed plugin's description of its package, with the types and functions that the program uses. */
export type PackageDefinition = Pick<
  ProviderDefinition,
  'resourceTypeNames' | 'dataSourceTypeNames' | 'resourceTypes' | 'dataSourceTypes'
>

/** The types and functions of the installed packages. */
export class KnownPackages {
  readonly #packages: ReadonlyMap<string, PackageDefinition>

  constructor(packages: ReadonlyMap<string, PackageDefinition> = new Map()) {
    this.#packages = packages
  }

  has(token: string): boolean {
    return this.#packages.has(packageOf(token))
  }

  /** Returns the full token of a resource, which may be written without its module: `random:RandomPet`. `undefined` if the token is unknown. */
  resource(token: string): string | undefined {
    return fullToken(token, this.#packages.get(packageOf(token))?.resourceTypeNames ?? [])
  }

  /** Returns the full token of a function. */
  invoked(token: string): string | undefined {
    return fullToken(token, this.#packages.get(packageOf(token))?.dataSourceTypeNames ?? [])
  }

  isComponent(token: string): boolean {
    return this.#packages.get(packageOf(token))?.resourceTypes[token]?.isComposed === true
  }

  /** Returns the type of a field of a function's answer. */
  answer(token: string, field: string): ValueType | undefined {
    return this.#packages.get(packageOf(token))?.dataSourceTypes[this.invoked(token) ?? token]?.fields[field]?.type
  }

  /** Returns the type of an output of a resource; `undefined` if the output may have several types. */
  output(token: string, path: readonly (string | number)[]): ValueType | undefined {
    const whole = this.#packages.get(packageOf(token))?.resourceTypes[token]?.schema
    const schema = path.reduce<PropertySchema | undefined>(
      (around, step) => (typeof step === 'number' ? around?.items : (around?.attributes?.[step] ?? around?.mapValues)),
      whole,
    )
    if (schema?.type === 'map') return 'object'
    return schema?.type === 'union' ? undefined : schema?.type
  }
}

export function packageOf(token: string): string {
  const [pkg = '', module, member] = token.split(':')
  return pkg === 'pulumi' && module === 'providers' ? (member ?? pkg) : pkg
}

/** Finds a token as Pulumi does: unchanged, with the module `index`, or with the member's name after the module. Upper and lower case are equal. */
export function fullToken(token: string, known: readonly string[]): string | undefined {
  const [pkg = '', first = '', second] = token.split(':')
  const [module, member] = second === undefined ? ['index', first] : [first, second]
  const wanted = [token, `${pkg}:${module}:${member}`, `${pkg}:${module}/${member}:${member}`]
  for (const each of wanted) {
    const found = known.find((one) => one.toLowerCase() === each.toLowerCase())
    if (found !== undefined) return found
  }
  return undefined
}
