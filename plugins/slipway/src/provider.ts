import { defineProvider } from '@slipway/sdk'
import { hook } from './hook.ts'
import { Nodes } from './nodes.ts'
import { pod } from './pod.ts'

const nodes = new Nodes({ env: process.env, cwd: process.cwd() })

export const provider = defineProvider({
  id: 'slipway/slipway',
  version: '0.1.0',
  displayName: 'Nodes',
  description:
    'Pods and hooks of nodes, as the preparer has them. On this machine no preparer needs to run beforehand.',
  resources: [pod(nodes), hook(nodes)],
})
