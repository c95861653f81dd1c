import { chmod, lstat, readFile, rm } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import * as z from 'zod'
import { badInput, computed, defineResource, replacing } from '@slipway/sdk'
import { replaceFile, syncDirectory, writeDurably, type Content } from '../files/atomic-write.ts'
import { draftOf, moveToFree } from '../files/draft.ts'
import { driftOfMode, modeOf, modeText } from '../files/mode.ts'
import { isLeaving, occupy, ownAt, release, stay, type Thing } from '../files/occupy.ts'
import { withParents } from '../files/parents.ts'
import { missing, unless } from '../files/system-error.ts'
import { pathOf } from '../call-folders.ts'

export const file = defineResource({
  type: 'local/file',
  label: 'File',
  description:
    'A file with the given content. It is written completely or not at all. An existing file is never overwritten. If it has the same content, it is adopted, and it stays when the resource is destroyed. If it has other content, this is an error; `slipway import NAME PATH` takes it all the same, and it then goes with the resource. A change of `mode` alone leaves the content as it is, also if somebody has edited the file since; `--refresh` notices that.',
  examples: [
    'type: local/file\nspec:\n  path: site/index.html\n  content: "<h1>${variables.title}</h1>"\n  mode: "0644"',
  ],
  schema: z.object({
    path: replacing(z.string().min(1).describe('Path of the file, relative to the blueprint.')),
    content: z.string().describe('Content of the file.'),
    encoding: z
      .enum(['utf8', 'base64'])
      .default('utf8')
      .describe('Encoding of `content`. Use `base64` for binary files.'),
    mode: modeText.default('0644').describe('Permissions, in octal and in quotes. Use `"0600"` for secrets.'),
    sha256: computed(z.string().describe('SHA-256 of the content, in hexadecimal.')),
    size: computed(z.int().describe('Size in bytes.')),
    adopted: computed(z.boolean().describe('Whether the file existed before, with the same content.')),
  }),
  settlement: 'find',
  settlesWithinMs: 0,
  identity: { scope: 'path', fields: ['path'] },
  liesInFolder: true,

  imports: {
    by: 'path',
    async find(call) {
      const { id } = call
      // Some of its fields may be unknown before the deployment.
      const spec: Partial<typeof call.spec> = call.spec
      if (spec.path === undefined)
        throw badInput('the path of the file is not known yet', {
          hint: 'first deploy the resources that its path needs: slipway up --target NAME',
        })
      const path = pathOf(call, spec.path)
      const status = path === pathOf(call, id) ? await unless(missing, lstat(path)) : undefined
      if (status?.isFile() !== true) return undefined
      // The file belongs to the resource from now on, and is removed with it.
      return { ...(await actual(path, status.mode, spec)), adopted: false }
    },
  },

  async deploy(call) {
    const { spec, current, resourceId } = call
    const path = pathOf(call, spec.path)
    const content: Content = { bytes: bytesOf(spec), mode: modeOf(spec.mode) }
    if (current?.spec.sha256 === undefined) {
      const adopted = await occupy(call, path, fileWith(content))
      return { ...fingerprintOf(content.bytes), adopted }
    }
    stay(call, path)
    if (!isAsLastTime(spec, current) || !(await hasNewMode(path, content.mode)))
      await withParents(call, path, () => replaceFile(path, draftOf(path, resourceId), content))
    return { ...fingerprintOf(content.bytes), adopted: current.spec.adopted ?? false }
  },

  async read(call) {
    const { spec } = call
    const path = pathOf(call, spec.path)
    const isRecorded = spec.sha256 !== undefined
    const own = isRecorded ? undefined : await ownAt(call, path)
    if (!isRecorded && own === undefined) return undefined
    const status = await unless(missing, lstat(path))
    const bytes = status?.isFile() === true ? await readFile(path) : undefined
    const asWritten = bytes?.equals(bytesOf(spec)) ?? false
    // an adopted file that has changed since was not made by the resource
    if (own === 'unfinished' || (own === 'adopted' && !asWritten)) return unfinished
    if (status === undefined || bytes === undefined) return isLeaving(call, path) ? unfinished : undefined
    return {
      ...fingerprintOf(bytes),
      ...(!asWritten && { content: bytes.toString(spec.encoding) }),
      mode: driftOfMode(status.mode, spec.mode),
      ...(!isRecorded && { adopted: own === 'adopted' }),
    }
  },

  async destroy(call) {
    const { spec, log } = call
    const path = pathOf(call, spec.path)
    await release(call, path, spec.adopted, async () => {
      const status = await unless(missing, lstat(path))
      if (status !== undefined && !status.isFile()) return log.warn(`${path} is no longer a file, so it stays`)
      await unless(missing, rm(path, { force: true }))
    })
  },
})

interface Written {
  readonly content?: string
  readonly encoding?: BufferEncoding
}

/** True when the last call succeeded and wrote the same content: the present content, perhaps edited by hand, then stays. */
function isAsLastTime(wanted: Written, { spec, status }: { readonly spec: Written; readonly status: string }): boolean {
  const isWhole = status === 'created' || status === 'updated'
  return isWhole && spec.content === wanted.content && spec.encoding === wanted.encoding
}

/** Changes only the permissions. Returns false when no file is there; a link is not followed, since it is not the file. */
async function hasNewMode(path: string, mode: number): Promise<boolean> {
  const status = await unless(missing, lstat(path))
  if (status?.isFile() !== true) return false
  const changed = chmod(path, mode).then(() => true)
  return (await unless(missing, changed)) === true
}

/** The properties of the real file that differ from the wanted ones. */
async function actual(
  path: string,
  mode: number,
  { content, encoding = 'utf8', mode: wanted = '0644' }: Written & { readonly mode?: string },
) {
  const bytes = await readFile(path)
  const isAsWanted = content !== undefined && bytes.equals(bytesOf({ content, encoding }))
  return {
    ...fingerprintOf(bytes),
    ...(!isAsWanted && { content: bytes.toString(encoding) }),
    mode: driftOfMode(mode, wanted),
  }
}

/** A part of the thing is there, but not the file: another create completes it, and a destroy cleans up. */
const unfinished = { content: null }

function fileWith(content: Content): Thing {
  return {
    draft: (draft) => writeDurably(draft, content),
    async put(draft, path) {
      await moveToFree(draft, path)
      await syncDirectory(dirname(path))
    },
    async isWanted(path) {
      const status = await lstat(path)
      return status.isFile() && status.size === content.bytes.length && content.bytes.equals(await readFile(path))
    },
    tend: (path) => chmod(path, content.mode),
    async obstacle(path) {
      const status = await lstat(path)
      const kind = status.isDirectory() ? 'a directory' : status.isFile() ? 'another file' : 'something else'
      return `${path}: ${kind} already exists, and stays unchanged; move it away, or choose another path`
    },
  }
}

function bytesOf({ content, encoding }: { readonly content: string; readonly encoding: BufferEncoding }): Buffer {
  return Buffer.from(content, encoding)
}

function fingerprintOf(bytes: Buffer): { sha256: string; size: number } {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length }
}
