import assert from 'node:assert/strict'
import { stripTypeScriptTypes } from 'node:module'
import { parseBlueprint } from '@slipway/engine'
import { hasErrors } from '@slipway/model'
import { definitionOf } from '@slipway/protocol/pulumi'
import { readYaml } from '@slipway/source'
import { convertPulumiYaml, type PulumiYamlTarget } from './convert-pulumi-yaml.ts'

const text = { type: 'string' }
const schema = {
  resources: {
    'acme:index/thing:Thing': {
      inputProperties: { name: text, tags: { type: 'object' }, file: {}, size: { type: 'integer' } },
      properties: { name: text, tags: { type: 'object' }, ids: { type: 'array', items: text } },
    },
    'acme:index:Group': { isComponent: true, properties: { urls: { type: 'array', items: text } } },
  },
  functions: {
    'acme:index/find:find': { inputs: { properties: { name: text } }, outputs: { properties: { id: text } } },
  },
}
const acme = definitionOf(
  schema,
  { resourceTypes: Object.keys(schema.resources), dataSourceTypes: Object.keys(schema.functions), functions: [] },
  { pluginId: 'pulumi/acme', pluginVersion: '1.0.0', namespace: 'acme:' },
)

/** Converts a program and checks that its results can be read. A text argument is the part of a Pulumi.yaml below its name and runtime. */
export function convert(files: Readonly<Record<string, string>> | string, to: PulumiYamlTarget = 'blueprint') {
  const all = typeof files === 'string' ? { 'Pulumi.yaml': `name: shop\nruntime: yaml\n${files}` } : files
  const { files: made, ...rest } = convertPulumiYaml({
    files: new Map(Object.entries(all)),
    to,
    packages: new Map([['acme', acme]]),
  })
  const result = Object.fromEntries(made)
  for (const [path, content] of made) {
    if (path.endsWith('.stack.ts')) stripTypeScriptTypes(content)
    else if (path.endsWith('.blueprint.yaml')) assert.deepEqual(mistakesIn(content), [], content)
  }
  const lost = rest.notConverted.map(
    ({ file, line, column, what, why }) => `${file}:${line}:${column}: ${what} (${why})`,
  )
  const said = rest.diagnostics.map(({ code, range, message }) => `${code} ${range?.start.line ?? 0}: ${message}`)
  return {
    ...rest,
    files: result,
    lost,
    said,
    blueprint: result['shop.blueprint.yaml'] ?? '',
    stack: result['shop.stack.ts'] ?? '',
  }
}

function mistakesIn(blueprint: string): readonly string[] {
  const { source, tree, diagnostics } = readYaml('x.yaml', blueprint)
  assert.ok(tree)
  return [...diagnostics, ...parseBlueprint(source, tree).diagnostics]
    .filter((each) => hasErrors([each]))
    .map(({ message }) => message)
}

/** Returns text on one line. */
export const plain = (found: string): string => found.trim().replaceAll(/\s+/g, ' ')
