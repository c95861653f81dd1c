#!/usr/bin/env node
/** A provider, as an author of plugins writes it. Its notes live as long as the process. */
import * as z from 'zod'
import { computed, defineProvider, defineResource, serve } from '@slipway/sdk'

const notes = new Map<string, string>()

const note = defineResource({
  type: 'notes/note',
  label: 'Note',
  description: 'A note that is kept in memory.',
  schema: z.object({
    text: z.string().max(500).describe('What it says.'),
    id: computed(z.string().describe('What it is called.')),
  }),
  idField: 'id',
  settlement: 'find',

  deploy({ spec, resourceId }) {
    notes.set(resourceId, spec.text)
    return { id: resourceId }
  },
  read({ resourceId }) {
    const text = notes.get(resourceId)
    return text === undefined ? undefined : { text, id: resourceId }
  },
  destroy({ resourceId }) {
    notes.delete(resourceId)
  },
})

await serve(defineProvider({ id: 'acme/notes', version: '1.0.0', resources: [note] }))
