import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { badInput, defineDataSource } from '@slipway/sdk'
import * as z from 'zod'
import { config, folderOf } from './config.ts'
import { parseNote } from './note-text.ts'

export const notes = defineDataSource({
  type: 'notes/note',
  label: 'Note',
  description: 'A note that is there already, by its title.',
  config,
  filters: z.object({ title: z.string().describe('What it is called.') }),
  fields: z.object({
    text: z.string().describe('What it says.'),
    file: z.string().describe('Where it is kept, as an absolute path.'),
  }),

  async fetch({ where, ...call }) {
    const folder = folderOf(call)
    const names: string[] = await readdir(folder).catch(() => [])
    for (const name of names.sort()) {
      const file = join(folder, name)
      const { title, text } = parseNote(await readFile(file, 'utf8'))
      if (title === where.title) return { text, file }
    }
    throw badInput(`there is no note "${where.title}" in ${folder}`)
  },
})
