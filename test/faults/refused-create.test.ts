/** A resource that was never made, for lack of permission, is in nobody's way: no command asks about it. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { run } from '../ledger/command.ts'
import { makeWorld } from '../ledger/world.ts'

/** The file's folder is one where not even root can make a file. */
const blueprint = `version: 2025-11-02
resources:
  file: {type: local/file, spec: {path: /sys/slipway/page.txt, content: hello}}
  folder: {type: local/directory, spec: {path: /sys/slipway/folder}}
  command: {type: local/command, spec: {create: touch /sys/slipway}}
  program: {type: local/process, spec: {command: /sys/kernel}}
`

test('a resource whose create was refused blocks neither the next up nor destroy', async () => {
  const world = makeWorld()
  try {
    writeFileSync(join(world.folder, 'site.blueprint.yaml'), blueprint)
    const file = join(world.folder, 'site.blueprint.yaml')
    for (let attempt = 0; attempt < 2; attempt++) {
      const refused = await run(world, ['up', '--yes', file])
      assert.equal(refused.code, 1, refused.stderr)
      assert.match(refused.stderr, /up of site failed: 4 failed/)
      assert.doesNotMatch(refused.stderr, /in doubt|--settle|EACCES|EPERM|ENOENT/)
    }
    const destroyed = await run(world, ['destroy', '--yes', file])
    assert.equal(destroyed.code, 0, destroyed.stderr)
    assert.match(destroyed.stderr, /site is destroyed/)
    assert.equal((await run(world, ['state', 'list', '--json', file])).stdout, '[]\n')
  } finally {
    world.remove()
  }
})
