import { defineProvider, type ProviderOptions } from '@slipway/sdk'
import * as z from 'zod'
import { env } from './data-sources/env.ts'
import { file as fileDataSource } from './data-sources/file.ts'
import { command } from './resources/command.ts'
import { directory } from './resources/directory.ts'
import { file } from './resources/file.ts'
import { process } from './resources/process.ts'
import { symlink } from './resources/symlink.ts'

export const options = {
  id: 'slipway/local',
  version: '0.1.0',
  displayName: 'This machine',
  description: 'Files, directories, symbolic links, commands and processes on the machine on which Slipway runs.',
  config: z.strictObject({}),
  resources: [command, directory, file, process, symlink],
  dataSources: [env, fileDataSource],
} satisfies ProviderOptions

export const provider = defineProvider(options)
