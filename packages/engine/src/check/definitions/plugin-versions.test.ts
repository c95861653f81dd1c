import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure, type Value } from '@slipway/model'
import { DiagnosticList } from '@slipway/source'
import { readBlueprint } from '../../language/parse/blueprint.ts'
import { checkPluginVersions } from './plugin-versions.ts'
import type { WantedPlugin } from './wanted-plugin.ts'

/** The messages about `metadata.slipway.plugins` if `acme/sqlite 1.2.0` serves `sqlite` and `pulumi/random 4.19.0` serves `random:`. */
function said(plugins: string): readonly string[] {
  const { blueprint, diagnostics } = readBlueprint(
    'app.blueprint.yaml',
    `version: 2025-11-02\nmetadata: { slipway: { plugins: ${plugins} } }\n`,
  )
  assert.ok(blueprint, JSON.stringify(diagnostics))
  const list = new DiagnosticList(blueprint.source)
  const used = new Map([
    ['sqlite', { pluginId: 'acme/sqlite', pluginVersion: '1.2.0' }],
    ['random:', { pluginId: 'pulumi/random', pluginVersion: '4.19.0' }],
  ])
  const lookup = {
    plugins: () => new Map([...used.values()].map(({ pluginId, pluginVersion }) => [pluginId, pluginVersion])),
    ofNamespace: (namespace: string) => used.get(namespace),
    readDescriptor,
  }
  checkPluginVersions(blueprint, lookup, list)
  return [...diagnostics, ...list.sorted()].map(({ code, message }) => `${code}: ${message}`)
}

function readDescriptor(written: Value): WantedPlugin {
  if (written === 'bad') throw new Failure('install/bad-descriptor', '"bad" is not a descriptor')
  const text = typeof written === 'string' ? written : JSON.stringify(written)
  return {
    text,
    fits: (version) => text.includes(version),
    namespaces: (key) => [text.includes('pulumi:') ? `${key}:` : key],
    refusal: (key) =>
      text.startsWith('terraform:') && key === 'sqlite' ? { takenBy: 'acme/sqlite', proposal: 'tfsqlite' } : undefined,
  }
}

test('the id of a plugin takes a version range', () => {
  assert.deepEqual(said('{ acme/sqlite: ^1.0 }'), [])
  assert.deepEqual(said('{ acme/sqlite: ^2.0 }'), [
    'blueprint/plugin-version: this blueprint is for acme/sqlite ^2.0, and 1.2.0 is used here',
  ])
  assert.deepEqual(said('{ acme/sqlite: "acme/sqlite@^1" }'), [
    'blueprint/bad-version: "acme/sqlite@^1" is not a range of versions of acme/sqlite',
  ])
})

test('a namespace takes a descriptor', () => {
  assert.deepEqual(said('{ sqlite: "acme/sqlite@1.2.0", random: "pulumi:random@4.19.0" }'), [])
  assert.deepEqual(said('{ sqlite: "acme/sqlite@2.0.0", random: "pulumi:random@5.0.0", later: "acme/later@1.0.0" }'), [
    'blueprint/plugin-version: this blueprint is for acme/sqlite@2.0.0, and acme/sqlite 1.2.0 is used here',
    'blueprint/plugin-version: this blueprint is for pulumi:random@5.0.0, and pulumi/random 4.19.0 is used here',
  ])
})

test('a namespace takes the long form of a descriptor, and an id does not', () => {
  assert.deepEqual(said('{ random: { source: "pulumi:random", version: "4.19.0" } }'), [])
  assert.deepEqual(said('{ acme/sqlite: { source: "acme/sqlite" } }'), [
    'blueprint/wrong-shape: metadata.slipway.plugins.acme/sqlite must be text, but this is a map',
  ])
})

test('a bad descriptor is reported at its place', () => {
  assert.deepEqual(said('{ sqlite: bad }'), ['install/bad-descriptor: "bad" is not a descriptor'])
})

test('a key that stands for something else is refused', () => {
  assert.deepEqual(said('{ tfsqlite: "terraform:acme/sqlite" }'), [])
  assert.deepEqual(said('{ sqlite: "terraform:acme/sqlite" }'), [
    'blueprint/taken-key: "sqlite" cannot be the key of terraform:acme/sqlite: types that begin with sqlite/ are those of acme/sqlite',
  ])
})
