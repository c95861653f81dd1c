import { defineProvider } from '@slipway/sdk'
import * as z from 'zod'
import { resource } from './resource.ts'

export const provider = defineProvider({
  id: 'slipway/null',
  version: '0.1.0',
  displayName: 'Nothing',
  description: 'A resource that creates nothing and fails on request, for experiments, tests and benchmarks.',
  config: z.strictObject({}),
  resources: [resource],
})
