import type { PlannedResource } from './answer.ts'
import { open } from './msgpack.ts'

/** The part of a step of `slipway plan --json` that is compared. */
export interface Step {
  readonly name: string
  readonly action: string
  readonly destroyFirst?: boolean
  readonly replaceBecause?: readonly string[]
  readonly importedAs?: string
}

/** Attributes and blocks whose elements have no order. */
const sets = new Set(['hold', 'ports', 'nail', 'lamp', 'marks', 'bolt', 'bucket', 'patch', 'zones'])

/** The reference's plan, a line for each resource with its action and the reason. */
export function linesOfReference(plan: readonly PlannedResource[]): readonly string[] {
  return plan
    .map(({ name, actions, because, reason, importing }) => {
      const said = actions.join()
      const action = said === 'delete,create' || said === 'create,delete' ? `replace, ${actions[0]} first` : said
      const why = reason === 'replace_because_tainted' ? ['tainted'] : because.map((path) => `spec.${path}`)
      return line(name, action === 'no-op' ? 'none' : action, why, importing)
    })
    .toSorted()
}

/** Our plan in the same lines. */
export function linesOfSlipway(steps: readonly Step[]): readonly string[] {
  return steps
    .map(({ name, action, destroyFirst, replaceBecause = [], importedAs }) => {
      const order = destroyFirst === true ? 'delete' : 'create'
      return line(name, action === 'replace' ? `replace, ${order} first` : action, replaceBecause, importedAs)
    })
    .toSorted()
}

function line(name: string, action: string, because: readonly string[], importing: string | undefined): string {
  const why = because.length === 0 ? '' : ` because of ${because.toSorted().join(', ')}`
  return `${name}: ${action}${why}${importing === undefined ? '' : `, taken over from ${importing}`}`
}

/** The planned resource according to the reference. */
export function afterOf({ after, unknown }: PlannedResource): string {
  return canonical(withUnknown(after, unknown))
}

function withUnknown(value: unknown, unknown: unknown): unknown {
  if (unknown === true) return open
  if (Array.isArray(value))
    return value.map((each: unknown, at) => withUnknown(each, (unknown as unknown[] | undefined)?.[at]))
  const marks = (unknown ?? {}) as Readonly<Record<string, unknown>>
  if (typeof value !== 'object' || value === null) return value
  const names = new Set([...Object.keys(value), ...Object.keys(marks)])
  const fields = value as Readonly<Record<string, unknown>>
  return Object.fromEntries([...names].map((name) => [name, withUnknown(fields[name], marks[name])]))
}

/** The same text for equal values: without nulls, with sets in one order, and with numbers as text, since a provider may send them so. */
export function canonical(value: unknown, name = ''): string {
  return JSON.stringify(sorted(value, name))
}

function sorted(value: unknown, name: string): unknown {
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) {
    const all = value.map((each: unknown) => sorted(each, ''))
    return sets.has(name) ? all.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : all
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, each]) => each !== null && each !== undefined)
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, sorted(each, key)]),
  )
}
