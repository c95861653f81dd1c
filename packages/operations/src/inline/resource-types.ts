import type { Output } from './output.ts'
import type { Plain } from './plain.ts'
import type { CoreResourceTypes } from './gen/core-resource-types.ts'

/**
 * What is known of types of resources, so that programs are checked as they are written: the types that come with Slipway, and those
 * that you add. What is not here takes and gives anything.
 *
 *     declare module '@slipway/operations' {
 *       interface ResourceTypes {
 *         'acme/bucket': { given: { region: string; tags?: Record<string, string> }; gets: { id: string; region: string } }
 *       }
 *     }
 */
export interface ResourceTypes extends CoreResourceTypes {}

/** A type that is known. */
export type ListedType = keyof ResourceTypes

/** Of a type that nobody has described. */
export interface Unlisted {
  readonly [field: string]: Plain | undefined
}

/** What a resource of a type is given. */
export type GivenTo<Type> = Type extends ListedType ? ResourceTypes[Type]['given'] : Unlisted

/** What a resource of a type has. */
export type GotFrom<Type> = Type extends ListedType ? ResourceTypes[Type]['gets'] : Unlisted

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
