/**
 * Writes packages/protocol/src/gen/ from packages/protocol/proto/. The result is committed, so only who changes a
 * .proto needs protoc (`apt-get install protobuf-compiler`).
 *
 * JavaScript with declarations, not TypeScript: the generator writes enums, which Node cannot strip.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const room = fileURLToPath(new URL('../packages/protocol/', import.meta.url))
const plugin = fileURLToPath(new URL('../node_modules/.bin/protoc-gen-es', import.meta.url))
const output = `${room}src/gen`

rmSync(output, { recursive: true, force: true })
mkdirSync(output, { recursive: true })
const protos = readdirSync(`${room}proto`).filter((name) => name.endsWith('.proto'))
const { status, error } = spawnSync(
  'protoc',
  [
    `--plugin=protoc-gen-es=${plugin}`,
    `--es_out=${output}`,
    '--es_opt=target=js+dts,import_extension=js',
    `-I${room}proto`,
    ...protos,
  ],
  { stdio: 'inherit' },
)
if (error !== undefined) console.error(`protoc did not start (${error.message}): apt-get install protobuf-compiler`)
process.exitCode = status ?? 1
