import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { generate } from './generate.ts'

// Debian ships Google's .proto files in a package of their own, so protoc alone is not enough.
const hasProtoc = spawnSync('protoc', ['-o', '/dev/null', 'google/protobuf/any.proto']).status === 0
const skip =
  hasProtoc || process.env.CI !== undefined
    ? false
    : 'protoc is not here: apt-get install protobuf-compiler libprotobuf-dev brings it'

for (const dialect of ['deploy-engine', 'pulumi']) {
  test(`the committed code of ${dialect} is what its .proto files give`, { skip }, () => {
    const room = join(import.meta.dirname, '../../packages/protocol/src', dialect)
    const committed = join(room, 'gen')
    const generated = generate(join(room, 'proto'))
    assert.deepEqual(readdirSync(committed).sort(), [...generated.keys()].sort())
    for (const [name, source] of generated) {
      assert.equal(readFileSync(join(committed, name), 'utf8'), source, `${name} is stale: npm run gen`)
    }
  })
}
