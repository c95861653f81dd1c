/**
 * Writes packages/protocol/src/gen/ from packages/protocol/proto/. The result is committed, so only who changes a
 * .proto needs protoc (`apt-get install protobuf-compiler`), which checks the files; tools/codegen/ writes the code.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { createFileRegistry, fromBinary } from '@bufbuild/protobuf'
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'

import { fileSource, moduleName, usedMessages } from './codegen/file.ts'

const room = fileURLToPath(new URL('../packages/protocol/', import.meta.url))
const protos = join(room, 'proto')
const output = join(room, 'src/gen')

const scratch = mkdtempSync(join(tmpdir(), 'slipway-gen-'))
try {
  const descriptors = join(scratch, 'descriptors.bin')
  const files = readdirSync(protos).filter((name) => name.endsWith('.proto'))
  execFileSync('protoc', [`-I${protos}`, '--include_imports', `--descriptor_set_out=${descriptors}`, ...files], {
    stdio: 'inherit',
  })
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(descriptors)))

  rmSync(output, { recursive: true, force: true })
  mkdirSync(output, { recursive: true })
  const all = [...registry.files]
  const ours = all.filter((file) => !file.name.startsWith('google/'))
  const used = usedMessages(ours)
  for (const file of all) {
    // Of Google's files only what is used; a BytesValue travels inside an Any, where no field tells of it.
    const messages = file.messages.filter(
      (message) => ours.includes(file) || used.has(message) || message.name === 'BytesValue',
    )
    writeFileSync(join(output, `${moduleName(file)}.ts`), fileSource(file, messages))
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
