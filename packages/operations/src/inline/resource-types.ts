import type { Output } from './output.ts'
import type { Plain } from './plain.ts'
import type { CoreResourceTypes } from './gen/core-resource-types.ts'

/**
 * The known resource types, for checks while you write a program: the types that come with Slipway and the types that you add. A type that
 * is not listed accepts and returns anything.
 *
 *     declare module '@slipway/operations' {
 *       interface ResourceTypes {
 *         'acme/bucket': { given: { region: string; tags?: Record<string, string> }; gets: { id: string; region: string } }
 *       }
 *     }
 */
export interface ResourceTypes extends CoreResourceTypes {}

/**
 * The names of all types that are installed, by namespace: `postgres: 'postgres/database' | 'postgres/role'`. `slipway types` writes them.
 * Once the list has an entry, any other type is a mistake.
 */
export interface TypeNames {}

/** The filters and results of data sources: `'aws/vpc': { filters: 'name' | 'tags'; gets: { id: string } }`. */
export interface DataSourceTypes {}

/** The functions of plugins, by name. */
export interface PluginFunctions {}

/** A type whose fields are known. */
export type ListedType = keyof ResourceTypes

/** A resource type that a source file of the project defines: the result of the SDK's `defineResource`. */
export interface DefinedType {
  readonly type: string
  readonly '~types'?: { readonly given: unknown; readonly gets: unknown }
}

declare const anyType: unique symbol

/** A type name that is not checked. */
export type AnyType = string & { readonly [anyType]: true }

/** A valid type name. For a wrong name, it becomes the installed types of the same namespace, so that the error lists them. */
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

/** The namespace of a type name, as `namespaceOf` returns it. */
type NamespaceOf<Type> = Type extends `${infer Name}:${string}`
  ? `${Name}:`
  : Type extends `${infer Name}/${string}`
    ? Name
    : Type

/** The fields of an undescribed type. */
export interface Unlisted {
  readonly [field: string]: Plain | undefined
}

/** The input fields of a type. */
export type GivenTo<Type> = Type extends DefinedType
  ? NonNullable<Type['~types']>['given']
  : Type extends ListedType
    ? ResourceTypes[Type]['given']
    : Unlisted

/** The output fields of a type. */
export type GotFrom<Type> = Type extends DefinedType
  ? NonNullable<Type['~types']>['gets']
  : Type extends ListedType
    ? ResourceTypes[Type]['gets']
    : Unlisted

/** The path of a field, such as `id`. */
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

/** The output of a field. A known type has typed fields; for an unknown type, the caller states the expected type. */
export type OutputOf<Gets> = Unlisted extends Gets
  ? <T = Plain>(path: string) => Output<T>
  : <Path extends PathIn<Gets>>(path: Path) => Output<FieldAt<Gets, Path>>

/** The fields by name: `page.out.health.url`. Nested fields are typed on access. */
export type Fields<Gets> = {
  readonly [Key in keyof Gets]-?: Field<Exclude<Gets[Key], undefined>>
}

/** A field with its nested fields. If a nested field has the name of a member of `Output`, read it with `get`. */
export type Field<T> = Output<T> & FieldsBelow<NonNullable<T>>

type FieldsBelow<T> = [T] extends [readonly (infer Item)[]]
  ? { readonly [index: number]: Field<Item> }
  : [T] extends [object]
    ? { readonly [Key in keyof T as Exclude<Key, keyof Output<unknown> | 'then'>]-?: Field<Exclude<T[Key], undefined>> }
    : unknown
