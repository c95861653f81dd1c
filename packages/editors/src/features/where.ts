import type { Part } from '../fields/fields.ts'
import type { Step } from './position.ts'

/** The kinds of maps in a blueprint, distinguished by their paths. */
export type Where =
  | { readonly kind: 'part'; readonly part: Part }
  | { readonly kind: 'spec'; readonly resource: string; readonly below: readonly Step[] }
  | { readonly kind: 'data source exports'; readonly dataSource: string }
  | { readonly kind: 'child variables'; readonly child: string }

const parts: Readonly<Record<string, Part>> = {
  variables: 'variable',
  values: 'value',
  include: 'include',
  resources: 'resource',
  datasources: 'dataSource',
  exports: 'export',
}

const optionsOf: Readonly<Record<string, Part>> = { resources: 'resourceOptions', datasources: 'dataSourceOptions' }

function isOptions(below: string): boolean {
  return below === 'options' || below === 'metadata.custom.slipway'
}

/** Whether the path is below a variable: `items`, `properties.NAME`, or a nesting of these. */
function isShape(path: readonly Step[]): boolean {
  if (path.length === 0) return true
  const [step, ...rest] = path
  return step === 'items' ? isShape(rest) : step === 'properties' && rest.length > 0 && isShape(rest.slice(1))
}

/** The kind of the map at a path; `undefined` for a map with free keys. */
export function whereIs(path: readonly Step[]): Where | undefined {
  const [section, name, field, ...below] = path
  if (section === undefined) return { kind: 'part', part: 'blueprint' }
  if (section === 'metadata' && name === 'slipway' && field === undefined) return { kind: 'part', part: 'slipway' }
  if (typeof section !== 'string' || typeof name !== 'string') return undefined
  const part = parts[section]
  if (field === undefined) return part && { kind: 'part', part }
  if (section === 'variables') return isShape([field, ...below]) ? { kind: 'part', part: 'variableShape' } : undefined
  if (section === 'resources' && field === 'spec') return { kind: 'spec', resource: name, below }
  if (section === 'include' && field === 'variables' && below.length === 0)
    return { kind: 'child variables', child: name }
  if (field === 'metadata' && below.length === 0) {
    if (section === 'resources') return { kind: 'part', part: 'resourceMetadata' }
    if (section === 'datasources') return { kind: 'part', part: 'dataSourceMetadata' }
  }
  const optionsPart = optionsOf[section]
  if (optionsPart !== undefined && isOptions([field, ...below].join('.'))) return { kind: 'part', part: optionsPart }
  if (section !== 'datasources') return undefined
  if (field === 'filter' && below.every((step) => typeof step === 'number')) return { kind: 'part', part: 'filter' }
  if (field !== 'exports') return undefined
  return below.length === 0
    ? { kind: 'data source exports', dataSource: name }
    : { kind: 'part', part: 'dataSourceExport' }
}
