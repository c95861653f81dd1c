import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

test(
  'the shop is on three nodes in two editions, with its hooks and tasks',
  { skip: process.platform !== 'linux' },
  async () => {
    const env = { ...process.env, CI: 'true', FORCE_COLOR: undefined, NODE_TEST_CONTEXT: undefined }
    const demo = join(import.meta.dirname, 'demo.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [demo], { env, cwd: '/' })
    const sold = stdout.match(/^\w+ sells .*$/gm)
    const names = ['north', 'south', 'east']
    assert.deepEqual(sold, [
      ...names.map((name) => `${name} sells the first edition`),
      ...names.map((name) => `${name} sells the second edition`),
    ])
    for (const name of names) {
      assert.match(stdout, new RegExp(`^${name} +shop +running`, 'm'))
      const moments = stdout
        .match(new RegExp(`${name} +shop +[a-z]+ +(before|after)_[a-z]+ +1 `, 'g'))
        ?.map((line) => line.split(/ +/).slice(2, 4).join(' '))
      const each = ['directories before_install', 'warm before_launch', 'notify after_launch']
      assert.deepEqual(moments, [...each, ...each])
    }
  },
)
