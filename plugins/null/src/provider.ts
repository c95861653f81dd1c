import { defineProvider } from '@slipway/sdk'
import { resource } from './resource.ts'

export const provider = defineProvider({
  id: 'slipway/null',
  version: '0.1.0',
  displayName: 'Nothing',
  description: 'A resource that makes nothing, and goes wrong on request: for tries, tests and benchmarks.',
  resources: [resource],
})
