import { defineProvider } from '@slipway/sdk'
import { config } from './config.ts'
import { request } from './request.ts'
import { response } from './response.ts'

export const provider = defineProvider({
  id: 'slipway/http',
  version: '0.1.0',
  displayName: 'HTTP',
  description:
    'Objects that a service creates through its HTTP API. Use this plugin for services that have no provider. A provider made for the service knows more about its objects and needs fewer properties.',
  config,
  resources: [request],
  dataSources: [response],
})
