import { isPlainObject } from './captured.ts'

/** All that `resource` has given back. */
const resources = new WeakSet<object>()

/** A resource that a program has made: a function may return it without exporting anything. */
export function noExport<Made extends object>(made: Made): Made {
  resources.add(made)
  return made
}

/**
 * The exports of a function: what it returns, by name. Arrow functions return their last expression, so a resource is no mistake, and neither
 * is what `v.isPublic && s.resource(…)` is without one.
 *
 * @param child its name, where it is one
 * @throws TypeError for what nobody would see afterwards
 */
export function returnedExports(
  returned: unknown,
  child?: string,
): readonly (readonly [name: string, value: unknown])[] {
  if (returned === undefined || returned === null || returned === false) return []
  if (typeof returned === 'object' && resources.has(returned)) return []
  if (!isPlainObject(returned)) {
    const whose = child === undefined ? 'a stack' : `the child ${child}`
    throw new TypeError(`what ${whose} returns are its exports: an object with a value, or an output, for each name`)
  }
  const exported: readonly (readonly [string, unknown])[] = Object.entries(returned)
  const missing = exported.find(([, value]) => value === undefined)
  if (missing === undefined) return exported
  const of = child === undefined ? '' : ` of ${child}`
  throw new TypeError(
    `the export ${missing[0]}${of} is undefined: look at the name of the field (page.out.path, and not page.path), or leave the export out`,
  )
}
