import { defineProvider } from '@slipway/sdk'
import { config } from './config.ts'
import { request } from './request.ts'
import { response } from './response.ts'

export const provider = defineProvider({
  id: 'slipway/http',
  version: '0.1.0',
  displayName: 'HTTP',
  description:
    'Things that a service makes when it is asked by HTTP. For services that have no provider of their own: one that knows its service finds out more, and asks for less.',
  config,
  resources: [request],
  dataSources: [response],
})
