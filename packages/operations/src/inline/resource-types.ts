import type { Output } from './output.ts'
import type { Plain } from './plain.ts'
import type { CoreResourceTypes } from './gen/core-resource-types.ts'

/**
 * The known types of resources, so that programs are checked as they are written: the types that come with Slipway, and those that you add.
 * A type that is not listed takes and gives anything.
 *
 *     declare module '@slipway/operations' {
 *       interface ResourceTypes {
 *         'acme/bucket': { given: { region: string; tags?: Record<string, string> }; gets: { id: string; region: string } }
 *       }
 *     }
 */
export interface ResourceTypes extends CoreResourceTypes {}

/**
 * The names of all types that are installed, by namespace: `postgres: 'postgres/database' | 'postgres/role'`. `slipway types` writes
 * them. As soon as one is here, a type that is not is a mistake.
 */
export interface TypeNames {}

/** The filters and results of data sources: `'aws/vpc': { filters: 'name' | 'tags'; gets: { id: string } }`. */
export interface DataSourceTypes {}

/** Functions of plugins by the names that they are called by. */
export interface PluginFunctions {}

/** A type whose fields are known. */
export type ListedType = keyof ResourceTypes

/** A type of resources that a plugin in a source file of the project has: what `defineResource` of the SDK gives. */
export interface DefinedType {
  readonly type: string
  readonly '~types'?: { readonly given: unknown; readonly gets: unknown }
}

declare const anyType: unique symbol

/** A name of a type that nobody checks: `s.resource('x', type as AnyType, { … })`. */
export type AnyType = string & { readonly [anyType]: true }

/** A type as it may be named: of a wrong name it is what is installed of its namespace. */
export type TypeNamed<Type> = Type extends DefinedType | AnyType | ListedType
  ? Type
  : [InstalledName] extends [never]
    ? Type
    : Type extends InstalledName
      ? Type
      : TypesNear<Type>

type InstalledName = TypeNames[keyof TypeNames]

type TypesNear<Type> =
  NamespaceOf<Type> extends infer Namespace extends keyof TypeNames
    ? TypeNames[Namespace]
    : `${Extract<keyof TypeNames, string>}…`

/** As `namespaceOf` has it: `aws:` of `aws:s3/bucket:Bucket`, `local` of `local/file`. */
type NamespaceOf<Type> = Type extends `${infer Name}:${string}`
  ? `${Name}:`
  : Type extends `${infer Name}/${string}`
    ? Name
    : Type

/** Of a type that nobody has described. */
export interface Unlisted {
  readonly [field: string]: Plain | undefined
}

/** What a resource of a type is given. */
export type GivenTo<Type> = Type extends DefinedType
  ? NonNullable<Type['~types']>['given']
  : Type extends ListedType
    ? ResourceTypes[Type]['given']
    : Unlisted

/** What a resource of a type has. */
export type GotFrom<Type> = Type extends DefinedType
  ? NonNullable<Type['~types']>['gets']
  : Type extends ListedType
    ? ResourceTypes[Type]['gets']
    : Unlisted

/** Where a field lies: `id`, `endpoint.port`, `addresses[0]`. */
export type PathIn<Gets> = keyof Gets & string extends infer Key extends string
  ? Key | `${Key}.${string}` | `${Key}[${number}]${string}`
  : never

/** The field at a path. */
export type FieldAt<Gets, Path extends string> = Path extends keyof Gets
  ? Exclude<Gets[Path], undefined>
  : Path extends `${infer Key}.${infer Below}`
    ? Key extends keyof Gets
      ? FieldAt<NonNullable<Gets[Key]>, Below>
      : Plain
    : Plain

/** Of a type that is known the fields are; of another one the caller says what it expects. */
export type OutputOf<Gets> = Unlisted extends Gets
  ? <T = Plain>(path: string) => Output<T>
  : <Path extends PathIn<Gets>>(path: Path) => Output<FieldAt<Gets, Path>>

/** Each field by its name: `page.out.health.url`. Fields of other fields are typed when they are looked at. */
export type Fields<Gets> = {
  readonly [Key in keyof Gets]-?: Field<Exclude<Gets[Key], undefined>>
}

/** A field, with those that it has itself. One that is called as something of `Output` is had by `get`. */
export type Field<T> = Output<T> & FieldsBelow<NonNullable<T>>

type FieldsBelow<T> = [T] extends [readonly (infer Item)[]]
  ? { readonly [index: number]: Field<Item> }
  : [T] extends [object]
    ? { readonly [Key in keyof T as Exclude<Key, keyof Output<unknown> | 'then'>]-?: Field<Exclude<T[Key], undefined>> }
    : unknown
