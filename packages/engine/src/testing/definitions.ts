import assert from 'node:assert/strict'
import type { PropertySchema, ProviderDefinition, Value } from '@slipway/model'
import { DiagnosticList, readYaml, renderDiagnostic } from '@slipway/source'
import { checkBlueprint } from '../expand/check-blueprint.ts'
import type { CheckResult } from '../expand/check-blueprint.ts'
import type { CheckedBlueprint } from '../check/checked.ts'
import type { Blueprint } from '../language/declarations.ts'
import type { Expression } from '../language/expression.ts'
import { readBlueprint } from '../language/parse/blueprint.ts'
import { expressionOf } from '../language/parse/expression-of.ts'

/** A schema for tests, of a provider with a little of everything. */
const fileSchema: PropertySchema = {
  type: 'object',
  required: ['path', 'content'],
  attributes: {
    path: { type: 'string', description: 'where the file lies', mustRecreate: true },
    content: { type: 'string' },
    mode: { type: 'string', pattern: '^0[0-7]{3}$', default: '0644' },
    owner: { type: 'string', computedWhenOmitted: true },
    size: { type: 'integer', computed: true },
    sha256: { type: 'string', computed: true },
  },
}

const serverSchema: PropertySchema = {
  type: 'object',
  required: ['port'],
  attributes: {
    port: { type: 'integer', minimum: 1, maximum: 65_535 },
    host: { type: 'string', allowedValues: ['localhost', '0.0.0.0'], default: 'localhost' },
    ratio: { type: 'float' },
    secure: { type: 'boolean' },
    password: { type: 'string', sensitive: true, minLength: 4 },
    args: { type: 'array', items: { type: 'string' } },
    env: { type: 'map', mapValues: { type: 'string' } },
    settings: { type: 'map' },
    health: {
      type: 'object',
      required: ['http'],
      attributes: { http: { type: 'string' }, timeoutMs: { type: 'integer', default: 1000 } },
    },
    restart: { type: 'union', oneOf: [{ type: 'boolean' }, { type: 'integer' }] },
    log: {
      type: 'union',
      oneOf: [{ type: 'string' }, { type: 'object', required: ['file'], attributes: { file: { type: 'string' } } }],
    },
    url: { type: 'string', computed: true },
    addresses: { type: 'array', computed: true, items: { type: 'string' } },
  },
}

function resourceType(type: string, schema: PropertySchema): ProviderDefinition['resourceTypes'][string] {
  return {
    type,
    label: type,
    schema,
    idField: 'path',
    destroyBeforeCreate: false,
    settlement: 'find',
    stabilisedDependencies: [],
  }
}

export const testProvider: ProviderDefinition = {
  pluginId: 'acme/test',
  pluginVersion: '1.0.0',
  namespace: 'test',
  config: { fields: {}, allowAdditionalFields: false },
  resourceTypeNames: ['test/file', 'test/server'],
  dataSourceTypeNames: ['test/network'],
  functionNames: ['shout'],
  resourceTypes: {
    'test/file': resourceType('test/file', fileSchema),
    'test/server': resourceType('test/server', serverSchema),
  },
  dataSourceTypes: {
    'test/network': {
      type: 'test/network',
      label: 'Network',
      fields: { id: { type: 'string' }, subnets: { type: 'array', items: { type: 'string' } } },
      filterFields: {
        name: { type: 'string', supportedOperators: ['=', 'in'], conflictsWith: ['tag'] },
        tag: { type: 'string', supportedOperators: [] },
      },
    },
  },
  functions: {
    shout: { name: 'shout', parameters: [{ name: 'text', type: 'string' }], returns: 'string' },
  },
}

export const testDefinitions = new Map<string, ProviderDefinition | undefined>([['test', testProvider]])

/** The blueprint of a text that can be read. The version is put in front of the text. */
export function blueprintOf(text: string, file = 'test.blueprint.yaml'): Blueprint {
  const { blueprint } = readBlueprint(file, text.startsWith('version') ? text : `version: 2025-11-02\n${text}`)
  assert.ok(blueprint)
  return blueprint
}

export function check(text: string, variables: Readonly<Record<string, Value>> = {}): CheckResult {
  const given = new Map(
    Object.entries(variables).map(([name, value]) => [name, { value, from: `--var ${name}` }] as const),
  )
  return checkBlueprint(blueprintOf(text), testDefinitions, given)
}

export function checked(text: string, variables?: Readonly<Record<string, Value>>): CheckedBlueprint {
  const result = check(text, variables)
  assert.deepEqual(
    result.diagnostics.filter(({ severity }) => severity === 'error'),
    [],
  )
  assert.ok(result.checked)
  return result.checked
}

/** The messages that a user sees, without the lines of the source. */
export function complaints(text: string, variables?: Readonly<Record<string, Value>>): string[] {
  return check(text, variables).diagnostics.map((diagnostic) => {
    // The version is in line 1, so the line numbers of tests begin after it.
    const { line = 0, column = 0 } = diagnostic.range?.start ?? {}
    const { file: _file, range: _range, ...rest } = diagnostic
    return `${line - 1}:${column} ${renderDiagnostic(rest).replace('\n  hint: ', ' | ')}`
  })
}

/** Parses the text between `${` and `}`. */
export function parsedExpression(text: string): Expression {
  const written = JSON.stringify(`\${${text}}`)
  const { source, tree } = readYaml('t.yaml', written)
  assert.ok(tree)
  const list = new DiagnosticList(source)
  const expression = expressionOf(tree, list)
  assert.deepEqual(list.sorted(), [])
  return expression
}
