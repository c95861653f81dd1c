import { registry, util, type $ZodType } from 'zod/v4/core'

/**
 * Markers add facts about a property that zod cannot express. They go outermost: `computed(z.string().describe('…'))`. A marker marks a
 * copy, so that a schema used twice is marked once.
 */
export interface Marks {
  readonly role?: 'computed' | 'computed-when-omitted'
  readonly mustRecreate?: boolean
  readonly sensitive?: boolean
  readonly ignoreDrift?: boolean
  readonly trackDrift?: boolean
  readonly loses?: string
  readonly sortedBy?: string
  readonly variadic?: boolean
  readonly linking?: boolean
  readonly tuning?: boolean
}

declare const role: unique symbol

/** Type of a property that the provider fills in. */
export interface Computed {
  readonly [role]: 'computed'
}

/** Type of a property that the provider fills in when it is left out. */
export interface ComputedWhenOmitted {
  readonly [role]: 'computed-when-omitted'
}

const marks = registry<Marks>()

/** The marks of a schema; copies made by zod's own methods inherit them. */
export function marksOf(schema: $ZodType): Marks {
  return marks.get(schema) ?? {}
}

/** The provider fills the property in, and `deploy` returns it; a blueprint may not give it. Only at the top of a spec. */
export function computed<T extends $ZodType>(schema: T): T & Computed {
  return marked(schema, { role: 'computed' }) as T & Computed
}

/** A blueprint may leave it out, then the provider fills it in. Only at the top of a spec. */
export function computedWhenOmitted<T extends $ZodType>(schema: T): T & ComputedWhenOmitted {
  return marked(schema, { role: 'computed-when-omitted' }) as T & ComputedWhenOmitted
}

/** A change of it needs a new resource. */
export function replacing<T extends $ZodType>(schema: T): T {
  return marked(schema, { mustRecreate: true })
}

/** Never shown, never written in plain text. */
export function secret<T extends $ZodType>(schema: T): T {
  return marked(schema, { sensitive: true })
}

/** A change of it in the outside world is nobody's concern. */
export function ignoringDrift<T extends $ZodType>(schema: T): T {
  return marked(schema, { ignoreDrift: true })
}

/** For a computed property that must stay as it was deployed: `--refresh` then deploys again what has changed outside. */
export function trackingDrift<T extends $ZodType>(schema: T): T {
  return marked(schema, { trackDrift: true })
}

/** Its removal, or the removal of an item of a marked list, loses something outside, which a plan names: `its data`. */
export function losing<T extends $ZodType>(what: string, schema: T): T {
  return marked(schema, { loses: what })
}

/** An array of objects whose order does not count: before a comparison, it is sorted by this attribute. */
export function sortedBy<T extends $ZodType>(attribute: string, schema: T): T {
  return marked(schema, { sortedBy: attribute })
}

/** A reference to another resource here links to it, where there is a link between the two types. */
export function linking<T extends $ZodType>(schema: T): T {
  return marked(schema, { linking: true })
}

/**
 * Only for the provider's settings: the setting affects how the provider works, such as a time limit, not which things it sees. A thing
 * that is not found under another value is surely missing; under another region or account, nobody knows.
 */
export function tuning<T extends $ZodType>(schema: T): T {
  return marked(schema, { tuning: true })
}

/** The last parameter of a function: an array that takes all remaining arguments. */
export function variadic<T extends $ZodType>(schema: T): T {
  return marked(schema, { variadic: true })
}

function marked<T extends $ZodType>(schema: T, added: Marks): T {
  const copy = util.clone(schema)
  marks.add(copy, { ...marksOf(schema), ...added })
  return copy
}
