import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFileRegistry, fromBinary, type DescFile } from '@bufbuild/protobuf'
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { fileSource, moduleName, usedMessages } from './file.ts'

/** The generated code of a folder of .proto files, by file name. Needs protoc, which checks them. */
export function generate(protos: string): ReadonlyMap<string, string> {
  const all = describe(protos)
  const ours = all.filter((file) => !file.name.startsWith('google/'))
  const used = usedMessages(ours)
  return new Map(
    all.map((file) => {
      // Only the used messages of Google's files; a BytesValue travels inside an Any, where no field shows it.
      const messages = file.messages.filter(
        (message) => ours.includes(file) || used.has(message) || message.name === 'BytesValue',
      )
      return [`${moduleName(file)}.ts`, fileSource(file, messages)]
    }),
  )
}

function describe(protos: string): readonly DescFile[] {
  const scratch = mkdtempSync(join(tmpdir(), 'slipway-gen-'))
  try {
    const descriptors = join(scratch, 'descriptors.bin')
    const files = readdirSync(protos).filter((name) => name.endsWith('.proto'))
    const output = [`-I${protos}`, '--include_imports', `--descriptor_set_out=${descriptors}`]
    execFileSync('protoc', [...output, ...files], { stdio: ['ignore', 'ignore', 'inherit'] })
    return [...createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(descriptors))).files]
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
