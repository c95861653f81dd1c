import { chmod, lstat, readFile, rm } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { badInput, computed, defineResource, replacing } from '@slipway/sdk'
import { createFile, replaceFile, temporaryOf, type Write } from '../files/atomic-write.ts'
import { driftOfMode, modeOf, modeText } from '../files/mode.ts'
import { claim, occupy, release } from '../files/claims.ts'
import { removeParents, withParents } from '../files/parents.ts'
import { codeOf, missing, unless } from '../files/system-error.ts'
import { pathOf } from '../place.ts'

export const file = defineResource({
  type: 'local/file',
  label: 'File',
  description:
    'A file with this content. It is written as a whole or not at all. A file that is there already is never overwritten: the same content is adopted, and stays when the resource goes; other content is an error.',
  examples: [
    'type: local/file\nspec:\n  path: site/index.html\n  content: "<h1>${variables.title}</h1>"\n  mode: "0644"',
  ],
  schema: z.object({
    path: replacing(z.string().min(1).describe('Where; relative to the blueprint.')),
    content: z.string().describe('What is in it.'),
    encoding: z
      .enum(['utf8', 'base64'])
      .default('utf8')
      .describe('How `content` is written: `base64` for binary files.'),
    mode: modeText.default('0644').describe('Permissions in octal, quoted. Take `"0600"` for secrets.'),
    sha256: computed(z.string().describe('SHA-256 of the content, in hexadecimal.')),
    size: computed(z.int().describe('Bytes.')),
    adopted: computed(z.boolean().describe('Whether the file was there before, with this very content.')),
  }),
  settlement: 'find',
  destroyBeforeCreate: true,

  async deploy(call) {
    const { spec, current, resourceId } = call
    const path = pathOf(call, spec.path)
    const bytes = Buffer.from(spec.content, spec.encoding)
    const write: Write = { path, bytes, mode: modeOf(spec.mode), resourceId }
    const isNew = current?.spec.sha256 === undefined
    if (isNew) {
      const adopted = await occupy(call, path, () => withParents(call, path, () => createOrAdopt(write)))
      return { ...fingerprintOf(bytes), adopted }
    }
    await withParents(call, path, () => replaceFile(write))
    return { ...fingerprintOf(bytes), adopted: current.spec.adopted ?? false }
  },

  async read(call) {
    const { spec, resourceId } = call
    const path = pathOf(call, spec.path)
    const inDoubt = spec.sha256 === undefined
    if (inDoubt) await unless(missing, rm(temporaryOf({ path, resourceId }), { force: true }))
    const status = await unless(missing, lstat(path))
    const bytes = status?.isFile() === true ? await readFile(path) : undefined
    const asWritten = bytes?.equals(Buffer.from(spec.content, spec.encoding)) ?? false
    // a write is whole or not at all: other content after a create in doubt is somebody else's
    if (inDoubt && !asWritten) await removeParents(call, path)
    if (status === undefined || bytes === undefined || (inDoubt && !asWritten)) return undefined
    if (inDoubt) await claim(call, path)
    return {
      ...fingerprintOf(bytes),
      ...(!asWritten && { content: bytes.toString(spec.encoding) }),
      mode: driftOfMode(status.mode, spec.mode),
      ...(inDoubt && { adopted: false }),
    }
  },

  async destroy(call) {
    const { spec, resourceId, log } = call
    const path = pathOf(call, spec.path)
    await unless(missing, rm(temporaryOf({ path, resourceId }), { force: true }))
    await release(call, path, spec.adopted === true, async () => {
      const status = await unless(missing, lstat(path))
      if (status !== undefined && !status.isFile()) return log.warn(`${path} is no file any more, and stays`)
      await unless(missing, rm(path, { force: true }))
      await removeParents(call, path)
    })
  },
})

/** True when the file was there already, with this very content. */
async function createOrAdopt(write: Write): Promise<boolean> {
  const { path, bytes, mode } = write
  if ((await unless(['ENOENT'], lstat(path))) === undefined) {
    try {
      await createFile(write)
      return false
    } catch (thrown) {
      if (codeOf(thrown) !== 'EEXIST') throw thrown
    }
  }
  const status = await lstat(path)
  const kind = status.isDirectory() ? 'a directory' : status.isFile() ? 'another file' : 'something else'
  if (!status.isFile() || status.size !== bytes.length || !bytes.equals(await readFile(path)))
    throw badInput(`${path}: ${kind} is there already, and is left alone; move it away, or choose another path`)
  await chmod(path, mode)
  return true
}

function fingerprintOf(bytes: Buffer): { sha256: string; size: number } {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length }
}
