import {
  type DataSourceTypeDefinition,
  type DefinitionRequest,
  type FunctionDefinition,
  type LinkTypeDefinition,
  type ProviderDefinition,
  type ResourceTypeDefinition,
  type Value,
  type VariableTypeDefinition,
  namespaceOf,
} from '@slipway/model'
import { didYouMean, nearest, type DiagnosticList } from '@slipway/source'
import type { CheckedFunction } from '../checked.ts'
import type { Deciding } from './deciding.ts'
import { linkIn, type ProvidedLink } from './link-in.ts'
import type { Blueprint, Written } from '../../language/declarations.ts'
import { functionElsewhere } from '../../evaluate/functions/elsewhere/opentofu.ts'
import { coreFunctions } from '../../evaluate/functions/table.ts'
import { everyName } from '../every-expression.ts'
import { everyVariable } from './every-variable.ts'
import { own } from '../../language/own.ts'
import type { Unchecked } from '../unchecked.ts'
import type { WantedPlugin } from './wanted-plugin.ts'

interface WantedNames {
  readonly variableTypes: Set<string>
  readonly resourceTypes: Set<string>
  readonly dataSourceTypes: Set<string>
}

/** The definitions that a blueprint needs from the providers whose types it uses, by namespace. */
export function usedNames(blueprint: Blueprint): ReadonlyMap<string, DefinitionRequest> {
  const wanted = new Map<string, WantedNames>()
  const called = [...calledFunctions(blueprint)]
  const functions = [...new Set(called.map((name) => partsOfFunction(name).own))]
  const from = (namespace: string): WantedNames => {
    let names = wanted.get(namespace)
    if (names === undefined) {
      names = { resourceTypes: new Set(), dataSourceTypes: new Set(), variableTypes: new Set() }
      wanted.set(namespace, names)
    }
    return names
  }
  for (const type of typesOf(blueprint.resources)) addName(from(namespaceOf(type)).resourceTypes, type)
  for (const type of typesOf(blueprint.dataSources)) addName(from(namespaceOf(type)).dataSourceTypes, type)
  for (const { custom } of everyVariable(blueprint))
    if (custom !== undefined) addName(from(namespaceOf(custom.value)).variableTypes, custom.value)
  for (const name of called) {
    const { namespace } = partsOfFunction(name)
    if (namespace !== undefined) from(namespace)
  }
  return new Map(
    Array.from(wanted, ([namespace, { resourceTypes, dataSourceTypes, variableTypes }]) => [
      namespace,
      {
        resourceTypes: [...resourceTypes],
        dataSourceTypes: [...dataSourceTypes],
        functions,
        ...(variableTypes.size > 0 && { variableTypes: [...variableTypes] }),
      },
    ]),
  )
}

/** The types without duplicates, because there are far more declarations than types. */
function typesOf(declared: ReadonlyMap<string, { readonly type: Written<string> }>): ReadonlySet<string> {
  const types = new Set<string>()
  for (const { type } of declared.values()) types.add(type.value)
  return types
}

/** The maximum number of names of one kind. Each name needs calls of its own, and no provider has so many. All further names count as missing. */
const mostNames = 5000

function addName(names: Set<string>, name: string): void {
  if (names.size < mostNames) names.add(name)
}

/** The functions that a blueprint calls and the language does not have. If there are very many, only the first ones are listed. */
export function calledFunctions(blueprint: Blueprint): ReadonlySet<string> {
  const names = new Set<string>()
  for (const part of everyName(blueprint)) {
    if (part.kind !== 'reference' && !coreFunctions.has(part.name)) addName(names, part.name)
  }
  return names
}

/** Splits the name of a function: `shapes::area` is the function `area` of the provider `shapes`. */
export function partsOfFunction(name: string): { readonly namespace?: string; readonly own: string } {
  const at = name.indexOf('::')
  return at === -1 ? { own: name } : { namespace: name.slice(0, at), own: name.slice(at + 2) }
}

export type Definitions = ReadonlyMap<string, ProviderDefinition | undefined>

type Plugin = Pick<ProviderDefinition, 'pluginId' | 'pluginVersion'>

/** The inputs of a check besides the definitions of providers. */
export interface CheckOptions {
  /** The namespaces of all installed providers, for hints. */
  readonly installed?: readonly string[]
  /** How to get a provider for a namespace. Left out, or `undefined`, if nobody knows. */
  readonly howToInstall?: ((namespace: string, isMistyped: boolean) => string | undefined) | undefined
  /** Reads the descriptor of a plugin, as the catalog does. */
  readonly readDescriptor?: ((written: Value) => WantedPlugin) | undefined
  /** Names of the configurations of a provider. Left out if nobody knows them. */
  readonly configurations?: ((namespace: string) => readonly string[]) | undefined
  /** Collects missing values, providers and transformers, which are then not errors. */
  readonly unchecked?: Unchecked | undefined
  /** Answers questions that decide the number of resources. If left out, they stay open. */
  readonly deciding?: Deciding
  /** Types of resources that a transformer has yet to replace. */
  readonly abstractTypes?: ReadonlyMap<string, ResourceTypeDefinition>
  /** The plugins of the transformers that have these types. */
  readonly abstractPlugins?: ReadonlyMap<string, Plugin>
  /** The definitions of transformers for links between these types. */
  readonly abstractLinks?: ReadonlyMap<string, LinkTypeDefinition>
}

const kinds = ['resource', 'data source', 'variable'] as const
type TypeKind = (typeof kinds)[number]

function namesByKind(provider: ProviderDefinition): Readonly<Record<TypeKind, readonly string[]>> {
  const { resourceTypeNames, dataSourceTypeNames, variableTypeNames = [] } = provider
  return { resource: resourceTypeNames, 'data source': dataSourceTypeNames, variable: variableTypeNames }
}

/** The maximum number of unknown function names for which similar names are looked for, because the search takes long. */
const mostGuessed = 1000

/** Looks up what the providers define, by the names that a blueprint uses. Reports each missing name once. */
export class DefinitionLookup {
  readonly #guessed = new Set<string>()
  readonly #definitions: Definitions
  readonly #options: CheckOptions
  readonly #installed: readonly string[]
  readonly #unchecked: Unchecked | undefined
  readonly #functions = new Map<string, readonly CheckedFunction[]>()

  constructor(definitions: Definitions, options: CheckOptions = {}) {
    this.#definitions = definitions
    this.#options = options
    this.#installed = options.installed ?? []
    this.#unchecked = options.unchecked
    for (const [namespace, provider] of definitions) {
      for (const definition of Object.values(provider?.functions ?? {})) this.#addFunction(namespace, definition)
    }
  }

  /** The versions of the plugins whose providers are used, by id. */
  plugins(): ReadonlyMap<string, string> {
    const known = [...this.#definitions.values()].filter((provider) => provider !== undefined)
    return new Map(known.map(({ pluginId, pluginVersion }) => [pluginId, pluginVersion]))
  }

  /** The plugin whose provider has this namespace, if it is used. */
  ofNamespace(namespace: string): Plugin | undefined {
    return this.#definitions.get(namespace)
  }

  /**
   * Reads the descriptor of a plugin.
   *
   * @throws Failure with the problem of the descriptor
   */
  readDescriptor(written: Value): WantedPlugin | undefined {
    return this.#options.readDescriptor?.(written)
  }

  /** The plugin of a type, if it is known. */
  pluginOf(type: string): Plugin | undefined {
    return this.isAbstract(type) ? this.#options.abstractPlugins?.get(type) : this.#provider(type)
  }

  /** True for a type that has yet to be transformed. */
  isAbstract(type: string): boolean {
    return this.#options.abstractTypes?.has(type) === true
  }

  /** Names of the configurations of the provider of a type; `undefined` if nobody knows them. */
  configurations(type: string): readonly string[] | undefined {
    return this.isAbstract(type) ? undefined : this.#options.configurations?.(namespaceOf(type))
  }

  /** The namespace whose settings are used for the provider of a type. */
  configuredAs(type: string): string {
    return this.#provider(type)?.configuredAs ?? namespaceOf(type)
  }

  resourceType(type: string): ResourceTypeDefinition | undefined {
    const found = this.#defined(type)
    if (found !== undefined) return found
    if (this.#unchecked?.takesAnyType === true) return anyType(type)
    if (!this.isLeftOpen(type)) return undefined
    this.#leaveOpen(namespaceOf(type))
    return anyType(type)
  }

  /** True if a resource of this type may stand for its id in an expression. A resource of an unknown type may. */
  mayHaveId(type: string): boolean {
    const found = this.#defined(type)
    return found === undefined || found.idField !== undefined
  }

  dataSourceType(type: string): DataSourceTypeDefinition | undefined {
    return own(this.#provider(type)?.dataSourceTypes, type)
  }

  variableType(type: string): VariableTypeDefinition | undefined {
    return own(this.#provider(type)?.variableTypes, type)
  }

  /** The provider that has the links of a type. */
  link(type: string): ProvidedLink | undefined {
    const definition = this.#options.abstractLinks?.get(type)
    return definition === undefined ? linkIn(this.#definitions, type) : { namespace: namespaceOf(type), definition }
  }

  /** True if a provider that cannot be asked may have a link between these types. */
  mayLink(types: readonly string[]): boolean {
    return this.#unchecked?.takesAnyType === true || types.some((type) => this.isLeftOpen(type))
  }

  /** The functions with a name. There are several if several providers have such a function. */
  functions(name: string): readonly CheckedFunction[] {
    return this.#functions.get(name) ?? []
  }

  /** True for a function that may belong to a provider that cannot be asked, if the check may leave that open. */
  leavesOpen(name: string): boolean {
    if (this.#unchecked === undefined || this.#nearFunction(name) !== undefined) return false
    const isAnySilent =
      this.#silent().length > 0 || [...this.#definitions.values()].some((provider) => provider === undefined)
    if (isAnySilent) this.#unchecked.function(name)
    return isAnySilent
  }

  /** The hint for the name of a function that does not exist. */
  missingFunctionHint(name: string): string {
    const elsewhere = functionElsewhere(name)
    if (elsewhere !== undefined) return elsewhere
    const near = this.#nearFunction(name)
    if (near !== undefined) return near
    const { namespace } = partsOfFunction(name)
    if (namespace !== undefined) {
      const provider = this.#definitions.get(namespace)
      if (provider === undefined) return this.#missingProviderHint(namespace)
      const { functionNames, pluginId } = provider
      return functionNames.length === 0 ? `${pluginId} has no functions` : `there are: ${functionNames.join(', ')}`
    }
    const silent = this.#silent()
    if (silent.length > 0) return `Slipway could not ask every provider: ${silent.join(', ')}`
    return 'slipway functions lists those of the language'
  }

  /**
   * Reports why a type has no definition: either there is no such provider, or the provider has no such type. If that may be left open, it is only
   * noted.
   */
  reportMissing(kind: TypeKind, { value: type, origin }: Written<string>, list: DiagnosticList): void {
    const namespace = namespaceOf(type)
    const provider = this.#provider(type)
    if (this.isLeftOpen(type)) return this.#leaveOpen(namespace)
    if (provider === undefined) {
      const isType = /[/:]/.test(type)
      const message = isType
        ? `no provider for "${namespace}" is installed, which ${type} needs`
        : `"${type}" is not a type: a type is written namespace/name`
      const code = isType ? 'blueprint/no-provider' : 'blueprint/unknown-type'
      const hint = isType
        ? this.#missingProviderHint(namespace)
        : (this.#typeNamed(type) ?? this.#missingProviderHint(type, true))
      list.error(code, origin.start, origin.end, message, { hint })
      return
    }
    const namesOf = namesByKind(provider)
    const names = namesOf[kind]
    const other = kinds.find((one) => one !== kind && namesOf[one].includes(type))
    const elsewhere = other && `it is a type of ${other}`
    const others = names.length === 0 ? `it has no types of ${kind}s` : `there are: ${names.join(', ')}`
    const hint = elsewhere ?? didYouMean(type, names) ?? others
    list.error('blueprint/unknown-type', origin.start, origin.end, `${provider.pluginId} has no ${kind} type ${type}`, {
      hint,
    })
  }

  #leaveOpen(namespace: string): void {
    this.#unchecked?.provider(namespace, { how: this.#options.howToInstall?.(namespace, false) })
  }

  #nearFunction(name: string): string | undefined {
    if (!this.#guessed.has(name) && this.#guessed.size === mostGuessed) return undefined
    this.#guessed.add(name)
    const { namespace } = partsOfFunction(name)
    if (namespace !== undefined) {
      const functions = this.#definitions.get(namespace)?.functionNames ?? []
      return didYouMean(
        name,
        functions.map((each) => `${namespace}::${each}`),
      )
    }
    const theirs = [...this.#definitions.values()].flatMap((provider) => provider?.functionNames ?? [])
    return didYouMean(name, [...coreFunctions.keys(), ...theirs])
  }

  /** Installed providers that could not be asked. */
  #silent(): readonly string[] {
    return this.#installed.filter((namespace) => this.#definitions.get(namespace) === undefined)
  }

  /** True if a missing provider may be left open. A namespace that nearly equals that of an installed provider is a mistake instead. */
  isLeftOpen(type: string): boolean {
    if (this.#unchecked === undefined || !/[/:]/.test(type) || this.#provider(type) !== undefined) return false
    const namespace = namespaceOf(type)
    return this.#installed.includes(namespace) || nearest(namespace, this.#installed) === undefined
  }

  /** The full name of a type that was perhaps meant: `local/file` for `file`. */
  #typeNamed(name: string): string | undefined {
    const types = [...this.#definitions.values()].flatMap((provider) => provider?.resourceTypeNames ?? [])
    const found = types.find((type) => type.endsWith(`/${name}`))
    return found === undefined ? undefined : `did you mean "${found}"?`
  }

  /**
   * The hint for a namespace without a provider.
   *
   * @param isNoType true for a single word, for which no provider is guessed
   */
  #missingProviderHint(namespace: string, isNoType = false): string {
    const installed =
      this.#installed.length > 0
        ? this.#installed
        : [...this.#definitions.keys()].filter((key) => this.#definitions.get(key))
    const near = nearest(namespace, installed)
    const how = this.#options.howToInstall?.(namespace, near !== undefined || isNoType)
    // A key that the project itself gives is not mistyped, even if it resembles another name.
    if (near !== undefined && (how === undefined || namespace.endsWith(':')))
      return how === undefined ? `did you mean "${near}"?` : `did you mean "${near}"? If not: ${how}`
    if (how !== undefined) return how
    if (installed.length === 0) return 'no provider is installed: run "slipway setup", or install one'
    return `installed: ${installed.join(', ')}; "slipway plugin list" shows where Slipway looks for plugins: install the package of the provider with npm, or put its plugin there`
  }

  #provider(type: string): ProviderDefinition | undefined {
    return this.#definitions.get(namespaceOf(type))
  }

  #defined(type: string): ResourceTypeDefinition | undefined {
    return this.#options.abstractTypes?.get(type) ?? own(this.#provider(type)?.resourceTypes, type)
  }

  #addFunction(namespace: string, definition: FunctionDefinition): void {
    const { name } = definition
    this.#functions.set(name, [...this.functions(name), { namespace, definition }])
    this.#functions.set(`${namespace}::${name}`, [{ namespace, definition }])
  }
}

/** The definition for a type whose provider cannot be asked. It accepts any property, and any property can be read. */
function anyType(type: string): ResourceTypeDefinition {
  return {
    type,
    label: type,
    schema: { type: 'map' },
    destroyBeforeCreate: false,
    settlement: 'ask',
    stabilisedDependencies: [],
  }
}
