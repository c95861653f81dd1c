import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../../../..')

/** Product files in which a pattern occurs. */
function filesWith(pattern: RegExp): readonly string[] {
  return globSync('packages/*/src/**/*.ts', { cwd: root })
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))
    .sort()
}

test('one place makes the installer, for what installs and for what looks at what is installed', () => {
  assert.deepEqual(filesWith(/\bcreateInstaller\(\{/), ['packages/operations/src/installing/compose-installer.ts'])
  assert.deepEqual(filesWith(/\bcomposeInstaller\(\{/), [
    'packages/operations/src/installing/install-plugins.ts',
    'packages/operations/src/installing/installed-plugins.ts',
  ])
})

test('every entry that installs calls that function, and editors and schemas do not', () => {
  assert.deepEqual(
    filesWith(/\binstallWanted\(/).map((file) => file.replace('packages/operations/src/installing/', '')),
    ['install-plugins.ts', 'install-project.ts', 'on-demand.ts', 'update-plugins.ts'],
  )
  // Only these commands have plugins installed on the way.
  assert.deepEqual(
    filesWith(/\binstallingSlipwayOf\(console/).map((file) => file.replace('packages/slipway/src/cli/', '')),
    ['run-change.ts', 'show-import.ts', 'show-plan.ts'],
  )
})
