import { isPlainObject } from './captured.ts'

/** All results of `resource`. */
const resources = new WeakSet<object>()

/** Marks a resource, which a function may return without exporting anything. */
export function noExport<Made extends object>(made: Made): Made {
  resources.add(made)
  return made
}

/**
 * Returns the exports of a function: its result, by name. A returned resource is allowed, since arrow functions return their expression. So is
 * `false` from `v.isPublic && s.resource(…)`.
 *
 * @param child the name, for the function of a child
 * @throws TypeError for any other value, which would be lost
 */
export function returnedExports(
  returned: unknown,
  child?: string,
): readonly (readonly [name: string, value: unknown])[] {
  if (returned === undefined || returned === null || returned === false) return []
  if (typeof returned === 'object' && resources.has(returned)) return []
  if (!isPlainObject(returned)) {
    const whose = child === undefined ? 'a stack' : `the child ${child}`
    throw new TypeError(`${whose} must return its exports: an object with a value, or an output, for each name`)
  }
  const exported: readonly (readonly [string, unknown])[] = Object.entries(returned)
  const missing = exported.find(([, value]) => value === undefined)
  if (missing === undefined) return exported
  const of = child === undefined ? '' : ` of ${child}`
  throw new TypeError(
    `the export ${missing[0]}${of} is undefined: look at the name of the field (page.out.path, not page.path), or leave the export out`,
  )
}
