import { nearest, type DiagnosticList, type MapEntry, type MapNode, type TreeNode } from '@slipway/source'

/** A key that a map may have. `check` reports problems of the value. */
export interface Field {
  readonly required: boolean
  readonly check: (node: TreeNode, path: string, diagnostics: DiagnosticList) => void
}

export type Fields = Readonly<Record<string, Field>>

/** Checks a map against its fields: missing keys, unknown keys, and each value. All problems are reported at once. */
export function checkFields(node: MapNode, path: string, fields: Fields, diagnostics: DiagnosticList): void {
  const written = new Set(node.entries.map(({ key }) => key))
  const absent = new Set(Object.keys(fields).filter((key) => !written.has(key)))
  for (const entry of node.entries) {
    const at = join(path, entry.key)
    if (Object.hasOwn(fields, entry.key)) fields[entry.key]?.check(entry.value, at, diagnostics)
    else absent.delete(reportUnknown(entry, at, absent, diagnostics) ?? '')
  }
  for (const key of absent) {
    if (fields[key]?.required !== true) continue
    const words = { hint: `add a line that begins with "${key}:"`, path: join(path, key) }
    diagnostics.error('tasks/missing-key', node.start, node.start + 1, `${key} is missing`, words)
  }
}

/**
 * Reports an unknown key. A key that looks like a slip is an error, and the key that was meant is returned, so that it is not also reported
 * as missing. Any other key is ignored with a warning.
 */
function reportUnknown(
  { key, keyStart, keyEnd }: MapEntry,
  path: string,
  absent: ReadonlySet<string>,
  diagnostics: DiagnosticList,
): string | undefined {
  const meant = nearest(key, absent)
  if (meant === undefined) {
    const words = { hint: 'remove it', path }
    diagnostics.warning('tasks/unknown-key', keyStart, keyEnd, `the key "${key}" has no meaning here`, words)
  } else {
    const words = { hint: `did you mean "${meant}"?`, path }
    diagnostics.error('tasks/unknown-key', keyStart, keyEnd, `there is no key called "${key}"`, words)
  }
  return meant
}

/** Reports a value of the wrong kind. `wanted` completes "must be …". */
export function wrongType(
  node: TreeNode,
  path: string,
  wanted: string,
  diagnostics: DiagnosticList,
  hint?: string,
): void {
  const message = `${lastStep(path)} must be ${wanted}, but is ${kindOfNode(node)}`
  diagnostics.error('tasks/wrong-type', node.start, node.end, message, { path, hint })
}

export function textOf(node: TreeNode | undefined): string | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined
}

export function join(path: string, step: string | number): string {
  if (typeof step === 'number') return `${path}[${step}]`
  return path === '' ? step : `${path}.${step}`
}

function lastStep(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

function kindOfNode(node: TreeNode): string {
  if (node.kind !== 'scalar') return `a ${node.kind}`
  if (node.value === null) return 'empty'
  if (typeof node.value === 'boolean') return node.text
  return typeof node.value === 'string' ? 'text' : `the number ${node.text}`
}
