import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'

const launcher = new URL('../../../bin/slipway', import.meta.url).pathname

const blueprint = `version: 2025-11-02
variables:
  title: { type: string }
  tone: { type: string, default: mild }
values:
  names: { type: array, value: [a, b] }
resources:
  home: { type: random/id, spec: { byteLength: 4 } }
  house: { type: random/id, spec: { byteLength: 4 } }
  page: { type: random/id, each: "\${values.names}", spec: { byteLength: 4 } }
exports:
  site: { type: string, field: resources.home.spec.result }
`

/** A folder with blueprints and a program that exists while a test file runs, and a way to run commands in `shop`. */
export function completionFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-completion-'))
  before(() => {
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    // The script calls slipway by its name.
    writeFileSync(join(bin, 'slipway'), `#!/bin/sh\nexec "${launcher}" "$@"\n`, { mode: 0o755 })
    mkdirSync(join(folder, 'shop'))
    writeFileSync(join(folder, 'shop/shop.blueprint.yaml'), blueprint)
    writeFileSync(
      join(folder, 'shop/notes.yaml'),
      'version: 2025-11-02\nresources: { diary: { type: acme/notes, spec: {} } }\n',
    )
    mkdirSync(join(folder, 'program'))
    writeFileSync(join(folder, 'program/Pulumi.yaml'), 'name: shop\nruntime: nodejs\n')
    for (const stack of ['dev', 'prod']) writeFileSync(join(folder, `program/Pulumi.${stack}.yaml`), 'config: {}\n')
  })
  after(() => rmSync(folder, { recursive: true, force: true }))
  const env = {
    ...process.env,
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    HOME: folder,
    XDG_STATE_HOME: join(folder, 'state'),
    CI: 'true',
    NODE_TEST_CONTEXT: undefined,
  }
  const run = (command: string, args: readonly string[]): string => {
    const options = { env, cwd: join(folder, 'shop'), encoding: 'utf8', timeout: 120_000 } as const
    const { status, stdout, stderr } = spawnSync(command, args, options)
    assert.equal(status, 0, stderr)
    assert.equal(command === 'bash' ? stderr : '', '')
    return stdout
  }
  return { folder, run }
}
