import { defineProvider } from '@slipway/sdk'
import { config } from './config.ts'
import { note } from './note.ts'
import { notes } from './notes.ts'

/** Everything that this plugin can do. The last part of the id is where the names of all its types begin. */
export const provider = defineProvider({
  id: 'acme/notes',
  version: '0.1.0',
  displayName: 'Notes',
  description: 'Keeps notes in a folder.',
  config,
  resources: [note],
  dataSources: [notes],
})
