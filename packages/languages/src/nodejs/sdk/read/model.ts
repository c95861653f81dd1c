/** A package as its schema describes it, checked: every name in it can be written into a program. */
export interface Package {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly keywords: readonly string[]
  readonly homepage: string
  readonly repository: string
  readonly license: string
  /** The server of its plugin, if it is not the usual one. */
  readonly server: string
  /** The name of the SDK's own package: `@pulumi/random`. */
  readonly npmName: string
  /** The plugin that serves it, if that belongs to another package. */
  readonly served?: Served
  readonly config: readonly Property[]
  readonly types: ReadonlyMap<string, ObjectType | EnumType | SameType>
  readonly provider: Resource
  readonly resources: readonly Resource[]
  readonly functions: readonly Func[]
  readonly modules: ModuleNames
  /** Input types have no ending "Args", as in packages older than that ending. */
  readonly hasBareInputs: boolean
  /** True if a method with one result returns that result, and not an object around it. */
  readonly unwrapsSingleResults: boolean
  /** Omitted elements, each with the reason. */
  readonly leftOut: readonly string[]
}

/** The name of the module of a token: `s3` for `aws:s3/bucket:Bucket`; empty for the main one. */
export type ModuleNames = (token: Token) => string

/** `pkg:module:Name` */
export interface Token {
  readonly text: string
  readonly module: string
  readonly name: string
}

export interface Served {
  readonly base: string
  readonly baseVersion: string
  readonly baseServer: string
  /** Base64. */
  readonly parameter: string
  /** True if the plugin serves this package in addition to its own. */
  readonly isExtension: boolean
}

/** The types of values. A `plain` type is a bare value, and never an output. */
export type Type =
  | { readonly kind: 'word'; readonly word: string; readonly isPlain?: boolean }
  | { readonly kind: 'named'; readonly token: string; readonly isPlain?: boolean }
  | { readonly kind: 'resource'; readonly token: string; readonly isPlain?: boolean }
  | { readonly kind: 'provider'; readonly isPlain?: boolean }
  | { readonly kind: 'list'; readonly items: Type; readonly isPlain?: boolean }
  | { readonly kind: 'map'; readonly values: Type; readonly isPlain?: boolean }
  | { readonly kind: 'union'; readonly of: readonly Type[]; readonly isPlain?: boolean }

export type Constant = string | number | boolean

export interface Property {
  readonly name: string
  readonly type: Type
  readonly isRequired: boolean
  readonly isPlain: boolean
  readonly isSecret: boolean
  readonly isReplacedOnChange: boolean
  readonly description: string
  readonly deprecated: string
  /** The only value that the type allows. */
  readonly constant?: Constant
  readonly fallback?: Constant
  /** Environment variables that set the value; the first one that is set counts. */
  readonly variables: readonly string[]
}

export interface ObjectType {
  readonly kind: 'object'
  readonly token: Token
  readonly description: string
  readonly properties: readonly Property[]
}

export interface EnumType {
  readonly kind: 'enum'
  readonly token: Token
  readonly description: string
  readonly base: Type
  readonly members: readonly {
    readonly name: string
    readonly value: Constant
    readonly description: string
    readonly deprecated: string
  }[]
}

/** A name for another type. */
export interface SameType {
  readonly kind: 'same'
  readonly token: Token
  readonly type: Type
}

export interface Resource {
  readonly token: Token
  readonly kind: 'custom' | 'component' | 'provider'
  readonly description: string
  readonly deprecated: string
  readonly inputs: readonly Property[]
  readonly outputs: readonly Property[]
  /** Properties, besides the id, by which an existing resource can be looked up. */
  readonly state?: readonly Property[]
  readonly aliases: readonly string[]
  readonly methods: readonly { readonly name: string; readonly func: Func }[]
}

export interface Func {
  readonly token: Token
  readonly description: string
  readonly deprecated: string
  readonly inputs?: readonly Property[]
  /** The names of the inputs in their order, if they are positional. */
  readonly positions?: readonly string[]
  readonly outputs?: readonly Property[]
  /** The type of the result, if it is no object. */
  readonly returns?: Type
  /** True if a method returns a value, and not an output. */
  readonly isPlain: boolean
}
