import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { computed, defineResource, replacing } from '@slipway/sdk'
import * as z from 'zod'
import { config, folderOf } from './config.ts'
import { noteText, parseNote } from './note-text.ts'

export const note = defineResource({
  type: 'notes/note',
  label: 'Note',
  description: 'A note: a file with a title and a text.',
  config,
  schema: z.object({
    title: replacing(
      z
        .string()
        .regex(/^\S.*$/)
        .describe('What it is called; another title is another note.'),
    ),
    text: z.string().default('').describe('What it says.'),
    file: computed(z.string().describe('Where it is kept, as an absolute path.')),
  }),
  idField: 'file',

  // After a crash in mid-call `read` is asked whether the note was made. It can tell, for the name of the file is the
  // resource id, which the engine gives and nobody else has. Nothing happens once this process is gone: 0 ms.
  settlement: 'find',
  settlesWithinMs: 0,

  // Creates and changes. It may come twice with the same resource id, and must not make a second note then.
  async deploy({ spec, current, ...call }) {
    const file = current?.spec.file ?? fileOf(call)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, noteText(spec))
    return { file }
  },

  // Only looks. Slipway compares the result with the deployed values, and so notices drift.
  async read({ spec, ...call }) {
    const file = spec.file ?? fileOf(call)
    const text = await readFile(file, 'utf8').catch(whenMissing)
    return text === undefined ? undefined : { ...parseNote(text), file }
  },

  // Gone already is fine.
  async destroy({ spec, ...call }) {
    await rm(spec.file ?? fileOf(call), { force: true })
  },
})

function fileOf(call: Parameters<typeof folderOf>[0] & { readonly resourceId: string }): string {
  return join(folderOf(call), `${call.resourceId}.md`)
}

function whenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
