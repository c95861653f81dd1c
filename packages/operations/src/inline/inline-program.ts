import type { WrittenOptions } from '@slipway/model'
import type { Input, Known, Output } from './output.ts'
import type { Plain } from './plain.ts'
import type {
  DataSourceTypes,
  DefinedType,
  Fields,
  GivenTo,
  GotFrom,
  OutputOf,
  PluginFunctions,
  TypeNamed,
  Unlisted,
} from './resource-types.ts'

/**
 * Asks for the resources of an instance one after the other, while earlier ones are made. When the program ends well, resources that it no
 * longer asks for are destroyed. When it fails, nothing is destroyed. An object that it returns is exported.
 */
export type InlineProgram = (stack: ProgramStack) => unknown

/** The interface of a program to its stack. */
export interface ProgramStack {
  /** The name of the instance. */
  readonly instance: string
  /** True while a plan is made: nothing changes, and values that only a deployment can provide are unknown. */
  readonly isPlan: boolean
  /**
   * Asks for a resource. The resource is made as soon as its inputs are known.
   *
   * @param name unique in the instance
   * @param type of any installed plugin: `local/file`, `aws:s3/bucket:Bucket`; or of one of the project's own sources, as
   *   `defineResource` gives it
   * @param spec the same fields as `spec` in a blueprint; outputs of other resources may replace values
   * @throws TypeError for a value that no resource can have, or for a name that was asked for before. An error of its plugin fails the
   *   program.
   */
  resource<const Type extends string | DefinedType>(
    name: string,
    type: TypeNamed<Type>,
    ...rest: SpecOf<GivenTo<Type>>
  ): ProgramResource<GotFrom<Type>>
  /**
   * Reads a data source of any installed plugin, once the values in its filter are known.
   *
   * @param filter by field: the value to match, or `{ operator: '>', search: 3 }`
   */
  data<const Type extends string>(type: Type, filter?: FilterOf<Type>): Reading<GotFromSource<Type>>
  /** Calls a function of a plugin, `acme::slug`, or of the language, `trimprefix`, once its arguments are known. */
  call<const Name extends string>(
    name: Name,
    ...args: Name extends keyof PluginFunctions ? ArgumentsOf<PluginFunctions[Name]> : readonly Input<Plain>[]
  ): Output<Name extends keyof PluginFunctions ? ResultOf<PluginFunctions[Name]> : Plain>
  /**
   * Chooses the key by which this program calls a provider of Terraform: its types are then `KEY/…`. Call it before the first resource of such a
   * type. Two keys of one provider are two configurations, `providers.KEY` in the settings.
   *
   * @param descriptor `terraform:hashicorp/local@~>1.4`
   */
  plugin(key: string, descriptor: string): void
  /**
   * Returns the exports of another instance, as its last run recorded them.
   *
   * @param options `project`: a folder or a blueprint of another project on this machine, relative to this one
   */
  reference<Exports = Readonly<Record<string, Plain>>>(
    instance: string,
    options?: { readonly project?: string },
  ): Reading<Exports>
  /**
   * Returns the data of the link from one resource to another, such as the name of a role, like `link(a, b)` in a blueprint. The link is made as
   * soon as both exist.
   *
   * @param a the end with the `linkSelector`, or that refers to the other one
   */
  link<Data = Readonly<Record<string, Plain>>>(a: Named, b: Named): Reading<Data>
  /**
   * Returns this stack with the prefix `NAME.` for names. Use it for a component, which is a function that asks for several resources.
   *
   * @param renamed `aliases`: the names that the component had before
   */
  scope(name: string, renamed?: { readonly aliases?: readonly string[] }): ProgramStack
  /**
   * Includes another stack in this one. Its resources are called `NAME/…`. This stack can use its result.
   *
   * @param inputs the values of its variables. An unknown value reaches it as an output.
   * @param renamed `aliases`: the names that the child had before
   */
  child<Returns>(
    name: string,
    stack: ChildOf<Returns>,
    inputs?: Readonly<Record<string, unknown>>,
    renamed?: { readonly aliases?: readonly string[] },
  ): Reading<Known<Returns>>
  /**
   * Checks a condition at the end of the run and warns if it is false, like `checks` in a blueprint.
   *
   * @param condition true or false, or a function that returns it. The function is called at the end, and its reads happen then.
   * @param message the text of the warning
   */
  check(name: string, condition: Checked | (() => Checked | Promise<Checked>), message?: Input<string>): void
  /** Exports a value, like `exports` in a blueprint. The last value of a name takes precedence. */
  export(name: string, value: Input<Plain>): void
}

/** A condition that is known now or later. */
type Checked = boolean | Output<boolean>

/** The spec is optional if the type has no required fields. */
type SpecOf<Given> =
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- it is the object that gives nothing
  Record<never, never> extends Given
    ? [spec?: Input<Given>, options?: InlineOptions]
    : [spec: Input<Given>, options?: InlineOptions]

/** A value whose fields are known later. */
export interface Reading<Gets> {
  /** A field by its path: `endpoint.port`. */
  readonly output: <T = Plain>(path: string) => Output<T>
  /** The fields, each by its name. */
  readonly out: Fields<Gets>
}

/** A stack, or a function, that can be a child. */
export type ChildOf<Returns> =
  | ((stack: ProgramStack) => Returns | Promise<Returns>)
  | {
      readonly program: (stack: ProgramStack, values: never) => Returns | Promise<Returns>
      readonly inputs: (given: Readonly<Record<string, unknown>>) => Promise<Readonly<Record<string, unknown>>>
    }

type FilterOf<Type> = Type extends keyof DataSourceTypes
  ? DataSourceTypes[Type] extends { filters: infer Names extends string }
    ? { readonly [Name in Names]?: Input<Plain> }
    : Readonly<Record<string, Input<Plain>>>
  : Readonly<Record<string, Input<Plain>>>

type GotFromSource<Type> = Type extends keyof DataSourceTypes
  ? DataSourceTypes[Type] extends { gets: infer Gets }
    ? Gets
    : Unlisted
  : Unlisted

type ArgumentsOf<Call> = Call extends (...args: infer Args) => unknown
  ? { readonly [At in keyof Args]: Input<Args[At]> }
  : never

type ResultOf<Call> = Call extends (...args: never[]) => infer Result ? Result : never

/** A resource that a program has asked for. */
export interface ProgramResource<Gets = GotFrom<string>> {
  readonly name: string
  readonly type: string
  /** A field of the finished resource. */
  readonly output: OutputOf<Gets>
  /** The same fields, each by its name: `page.out.path`, `page.out.endpoint.port`. */
  readonly out: Fields<Gets>
}

/** A resource that the program has already asked for, or its name. */
export type Named = string | Pick<ProgramResource<never>, 'name'>

/** The options of a resource; see the guide to options. A name that Slipway does not know is an error. */
export interface InlineOptions extends Omit<WrittenOptions, 'deletedWith'> {
  /** The resources to create before this one and destroy after it. Resources in the spec are dependencies already. */
  readonly dependsOn?: Named | readonly Named[]
  /** `retain`: keep the resource when the program no longer asks for it. */
  readonly removalPolicy?: 'delete' | 'retain'
  /** The container that destroys this resource along with itself, without a separate call. */
  readonly deletedWith?: Named
  readonly displayName?: Input<string>
  readonly description?: Input<string>
  readonly labels?: Readonly<Record<string, string>>
  /** Links the resource to every resource with all these labels, if a provider has a link between their types. */
  readonly linkSelector?: {
    readonly byLabel: Readonly<Record<string, string>>
    readonly exclude?: Named | readonly Named[]
  }
  readonly annotations?: Input<Readonly<Record<string, string | number | boolean>>>
  readonly custom?: Input<Plain>
}
