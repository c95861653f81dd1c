import { defineProvider } from '@slipway/sdk'
import * as z from 'zod'
import { id } from './resources/id.ts'
import { integer } from './resources/integer.ts'
import { password } from './resources/password.ts'
import { pet } from './resources/pet.ts'
import { string } from './resources/string.ts'
import { uuid } from './resources/uuid.ts'

export const provider = defineProvider({
  id: 'slipway/random',
  version: '0.1.0',
  displayName: 'Random values',
  description:
    'Random values that are generated once and then kept. They change only when their properties or their keepers change. They come from the cryptographic random source of the system.',
  config: z.strictObject({}),
  resources: [id, integer, password, pet, string, uuid],
})
