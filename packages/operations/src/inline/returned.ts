import { capture, type Captured, hasAllFields, isPlainObject, refuseWhole } from './captured.ts'

/**
 * Returns the exports of a function: its result, by name. A returned resource or child is allowed, since arrow functions return their
 * expression. So is `false` from `v.isPublic && s.resource(…)`.
 *
 * @param child the name, for the function of a child
 * @throws TypeError for any other value, which would be lost
 */
export function returnedExports(
  returned: unknown,
  child?: string,
): readonly (readonly [name: string, value: unknown])[] {
  if (returned === undefined || returned === null || returned === false) return []
  if (hasAllFields(returned)) return []
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

/**
 * Copies the value of an export.
 *
 * @param child the name, for an export of a child
 * @throws TypeError for a value that cannot be exported, such as a whole resource
 */
export function capturedExport(name: string, value: unknown, child?: string): Captured {
  const what = `the export ${name}${child === undefined ? '' : ` of ${child}`}`
  // The short form `{ page }` has the name of the variable.
  refuseWhole(value, () => what, name)
  return capture(value, what)
}
