import type { ProviderName } from '../build.ts'

/** An attribute of another resource. */
export class Reference {
  readonly resource: string
  readonly attribute: string

  constructor(resource: string, attribute: string) {
    this.resource = resource
    this.attribute = attribute
  }
}

export function from(resource: string, attribute: string): Reference {
  return new Reference(resource, attribute)
}

/** The value that a user writes for an attribute or a block. */
export type Given = null | string | number | boolean | Reference | readonly Given[] | { readonly [name: string]: Given }

export interface Wanted {
  /** The type as the provider calls it: `harbor_berth`. */
  readonly type: string
  readonly spec: Readonly<Record<string, Given>>
  /** True if the new resource is made before the old one is destroyed. */
  readonly createFirst?: true
  /** Attributes that keep their recorded values. */
  readonly ignoring?: readonly string[]
  /** The id of an existing object that is taken over. */
  readonly imported?: string
}

export type Configuration = Readonly<Record<string, Wanted>>

/** A change made outside: an object's new content, or `gone`. */
export interface Meddling {
  /** A file of the store: `harbor/berth/north-1.json`. */
  readonly file: string
  readonly now: Readonly<Record<string, Given>> | 'gone'
}

/** One configuration: the existing resources, the changes made outside, and the planned resources. */
export interface Case {
  readonly name: string
  readonly before?: Configuration
  /** The provider's behaviour meanwhile: the trouble of package store. */
  readonly trouble?: readonly Readonly<Record<string, string | number | boolean>>[]
  readonly meddling?: readonly Meddling[]
  readonly wanted: Configuration
}

export interface Group {
  readonly name: string
  readonly providers: readonly ProviderName[]
  readonly cases: readonly Case[]
}

/** A case that plans the same resource with another spec over the first; both are called `it`. */
export function changed(name: string, type: string, before: Wanted['spec'], after: Wanted['spec']): Case {
  return { name, before: { it: { type, spec: before } }, wanted: { it: { type, spec: after } } }
}

export function made(name: string, type: string, spec: Wanted['spec']): Case {
  return { name, wanted: { it: { type, spec } } }
}

/** A case that plans the same resource again, unchanged. */
export function kept(name: string, type: string, spec: Wanted['spec']): Case {
  return changed(name, type, spec, spec)
}
