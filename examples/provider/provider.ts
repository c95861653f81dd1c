import { defineProvider } from '@slipway/sdk'
import { config } from './config.ts'
import { note } from './note.ts'
import { notes } from './notes.ts'
import manifest from './package.json' with { type: 'json' }

/** Everything that this plugin can do. Id and version are those that package.json says. */
export const provider = defineProvider({
  id: manifest.slipway.id,
  version: manifest.version,
  displayName: 'Notes',
  description: 'Keeps notes in a folder.',
  config,
  resources: [note],
  dataSources: [notes],
})
