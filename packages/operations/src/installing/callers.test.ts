import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../../../..')

/** Lists product files in which a pattern occurs. */
function filesWith(pattern: RegExp): readonly string[] {
  return globSync('packages/*/src/**/*.ts', { cwd: root })
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))
    .sort()
}

test('one place makes the installer, for installing commands and for readers of installed plugins', () => {
  assert.deepEqual(filesWith(/\bcreateInstaller\(\{/), ['packages/operations/src/installing/compose-installer.ts'])
  assert.deepEqual(filesWith(/\bcomposeInstaller\(\{/), [
    'packages/operations/src/installing/install-plugins.ts',
    'packages/operations/src/installing/installed/installed-plugins.ts',
  ])
})

test('every entry that installs calls that function, and editors do not', () => {
  assert.deepEqual(
    filesWith(/\binstallWanted\(/).map((file) => file.replace('packages/operations/src/installing/', '')),
    [
      'install-plugins.ts',
      'install-project.ts',
      'on-demand.ts',
      'update-plugins.ts',
      'packages/operations/src/packages/wanted-package.ts',
    ],
  )
  // Only one place reads the project's needs, for the installer and for callers that ask first.
  assert.deepEqual(filesWith(/\b(?:wantedOf|namedBy|neededByProject|neededAndRecorded)\(slipway/), [
    'packages/operations/src/installing/install-project.ts',
    'packages/operations/src/installing/installed/why-installed.ts',
    'packages/operations/src/installing/needed-by-project.ts',
    'packages/operations/src/installing/on-demand.ts',
    'packages/operations/src/installing/update-plugins.ts',
    'packages/operations/src/installing/wanted-of.ts',
    'packages/operations/src/look/definitions.ts',
  ])
  // Programs, providers and states request missing plugins in one way.
  assert.deepEqual(filesWith(/\bplugins\.ensure\(|\bthis\.ensure\(/), [
    'packages/operations/src/catalog/catalog-part.ts',
    'packages/operations/src/catalog/provider-clients.ts',
    'packages/operations/src/converting/converter-named.ts',
    'packages/operations/src/converting/writing-languages.ts',
    'packages/operations/src/look/definitions.ts',
    'packages/operations/src/needed-plugins/ensure-plugins.ts',
    'packages/operations/src/plugins/plugins-part.ts',
    'packages/operations/src/plugins/start-package.ts',
  ])
  // Only these commands install plugins on demand.
  assert.deepEqual(
    filesWith(/\binstallingSlipwayOf\(console/).map((file) => file.replace('packages/slipway/src/cli/', '')),
    [
      'blueprints/define-schema.ts',
      'change/run-change.ts',
      'change/show-import.ts',
      'convert/show-converted.ts',
      'convert/show-state-import.ts',
      'dev/show-dev.ts',
      'look/show-plan.ts',
    ],
  )
  // An editor suggests commands but never installs plugins.
  assert.deepEqual(
    filesWith(/onDemand/).filter((file) => /editors|serve-blueprints/.test(file)),
    [],
  )
})
