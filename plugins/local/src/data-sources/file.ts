import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import * as z from 'zod'
import { badInput, defineDataSource } from '@slipway/sdk'
import { textOfMode } from '../files/mode.ts'
import { missing, unless } from '../files/system-error.ts'
import { pathOf } from '../call-folders.ts'

/** An answer must fit into one message of the wire. */
const maxBytes = 2 * 1024 * 1024

export const file = defineDataSource({
  type: 'local/file',
  label: 'File',
  description: 'An existing file.',
  filters: z.object({ path: z.string().min(1).describe('Path of the file, relative to the blueprint.') }),
  fields: z.object({
    path: z.string().describe('Absolute path of the file.'),
    content: z.string().describe('Content of the file, read as UTF-8. At most 2 MiB.'),
    base64: z.string().describe('Content of the file in base64, for binary files.'),
    sha256: z.string().describe('SHA-256 of the content, in hexadecimal.'),
    size: z.int().describe('Size in bytes.'),
    mode: z.string().describe('Permissions, in octal.'),
  }),
  async fetch(call) {
    const path = pathOf(call, call.where.path)
    const status = await unless(missing, stat(path))
    if (status === undefined) throw badInput(`there is no file ${path}`)
    if (!status.isFile()) throw badInput(`${path} is not a file`)
    if (status.size > maxBytes) throw badInput(`${path} has ${status.size} bytes; at most ${maxBytes} can be read`)
    const bytes = await readFile(path)
    return {
      path,
      content: bytes.toString('utf8'),
      base64: bytes.toString('base64'),
      sha256: createHash('sha256').update(bytes).digest('hex'),
      size: bytes.length,
      mode: textOfMode(status.mode),
    }
  },
})
