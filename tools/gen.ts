/**
 * Writes `gen/` of a dialect in packages/protocol/src/ from its `proto/`. The result is committed, so only an author who changes a .proto
 * needs protoc (`apt-get install protobuf-compiler libprotobuf-dev`).
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from './codegen/generate.ts'

for (const dialect of ['deploy-engine', 'pulumi', 'terraform']) {
  const room = join(import.meta.dirname, '../packages/protocol/src', dialect)
  const output = join(room, 'gen')
  const files = generate(join(room, 'proto'))
  rmSync(output, { recursive: true, force: true })
  mkdirSync(output, { recursive: true })
  for (const [name, source] of files) writeFileSync(join(output, name), source)
  console.log(`packages/protocol/src/${dialect}/gen: ${files.size} files`)
}
