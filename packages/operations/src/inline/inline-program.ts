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
 * Asks for the resources of an instance, one after the other, while earlier ones are made. Resources that it no longer asks for go when it
 * ends well; when it fails, nothing goes. An object that it returns is exported.
 */
export type InlineProgram = (stack: ProgramStack) => unknown

/** What a program speaks to. */
export interface ProgramStack {
  /** Of the deployment. */
  readonly instance: string
  /** A plan is made: nothing is done, and what only doing it would tell is unknown. */
  readonly isPlan: boolean
  /**
   * Asks for a resource. It is made as soon as all that it is given is known; nothing waits that need not.
   *
   * @param name its name in the instance; each once
   * @param type of any plugin that is installed: `local/file`, `aws:s3/bucket:Bucket`; or one of the project's own sources, as
   *   `defineResource` gives it
   * @param spec what a blueprint writes under `spec`; outputs of others stand where their values are to be
   * @throws TypeError for what no resource can be given, for a name that was asked for before. An objection of its plugin fails the
   *   program.
   */
  resource<const Type extends string | DefinedType>(
    name: string,
    type: TypeNamed<Type>,
    ...rest: SpecOf<GivenTo<Type>>
  ): ProgramResource<GotFrom<Type>>
  /**
   * Reads a data source of any plugin that is installed, once what its filter is made of is known.
   *
   * @param filter by field: a value that it is to equal, or `{ operator: '>', search: 3 }`
   */
  data<const Type extends string>(type: Type, filter?: FilterOf<Type>): Reading<GotFromSource<Type>>
  /** Calls a function of a plugin, `acme::slug`, or of the language, `trimprefix`, once its arguments are known. */
  call<const Name extends string>(
    name: Name,
    ...args: Name extends keyof PluginFunctions ? ArgumentsOf<PluginFunctions[Name]> : readonly Input<Plain>[]
  ): Output<Name extends keyof PluginFunctions ? ResultOf<PluginFunctions[Name]> : Plain>
  /**
   * What another instance exports, as its last run has recorded it: `s.reference<StackExports<typeof import('./db.stack.ts')>>('db')`.
   *
   * @param options `project`: a folder or a blueprint of another project on this machine, relative to this one
   */
  reference<Exports = Readonly<Record<string, Plain>>>(
    instance: string,
    options?: { readonly project?: string },
  ): Reading<Exports>
  /** This stack, in which names begin with `NAME.`: for a component, which is a function that asks for several resources. */
  scope(name: string): ProgramStack
  /**
   * Another stack as a part of this one: its resources are called `NAME/…`. What it returns can be used here.
   *
   * @param inputs what its variables are. One that is not known yet reaches it as an output.
   */
  child<Returns>(
    name: string,
    stack: ChildOf<Returns>,
    inputs?: Readonly<Record<string, unknown>>,
  ): Reading<Known<Returns>>
  /**
   * Checks something once all is done: a warning if it does not hold, as `checks` of a blueprint.
   *
   * @param condition true or false, or a function that gives that. The function is called at the end, so what only it reads is read then.
   * @param message what the warning says
   */
  check(name: string, condition: Checked | (() => Checked | Promise<Checked>), message?: Input<string>): void
  /** Exports a value, as a blueprint does under `exports`. The last value of a name counts. */
  export(name: string, value: Input<Plain>): void
}

/** True or false, or known later. */
type Checked = boolean | Output<boolean>

/** A spec can be left out where nothing has to be given. */
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
  /** A field of its spec, as it is once it is made: `path`, `endpoint.port`, `addresses[0]`. */
  readonly output: OutputOf<Gets>
  /** The same fields, each by its name: `page.out.path`, `page.out.endpoint.port`. */
  readonly out: Fields<Gets>
}

/** A resource, or the name of one, that was asked for before. */
export type Named = string | Pick<ProgramResource<never>, 'name'>

/** The options of a resource; see `metadata` in the reference of blueprints. */
export interface InlineOptions extends Omit<WrittenOptions, 'deletedWith'> {
  /** Made after these, and destroyed before them. Values in its spec count without being named here. */
  readonly dependsOn?: readonly Named[]
  /** `retain`: it stays when nobody asks for it any more. */
  readonly removalPolicy?: 'delete' | 'retain'
  /** It goes with this one, without a call of its own. */
  readonly deletedWith?: Named
  readonly displayName?: Input<string>
  readonly description?: Input<string>
  readonly labels?: Readonly<Record<string, string>>
  /** Links it to every resource with all these labels, as far as a provider has a link between the two types. */
  readonly linkSelector?: {
    readonly byLabel: Readonly<Record<string, string>>
    readonly exclude?: readonly Named[]
  }
  readonly annotations?: Input<Readonly<Record<string, string | number | boolean>>>
  readonly custom?: Input<Plain>
}
