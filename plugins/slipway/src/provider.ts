import { defineProvider } from '@slipway/sdk'
import * as z from 'zod'
import { hook } from './hook.ts'
import { Nodes } from './nodes.ts'
import { pod } from './pod.ts'

const nodes = new Nodes({ env: process.env, cwd: process.cwd() })

export const provider = defineProvider({
  id: 'slipway/slipway',
  version: '0.1.0',
  displayName: 'Nodes',
  description: 'Pods and hooks that the preparer runs on nodes. For this machine you need not start a preparer first.',
  config: z.strictObject({}),
  resources: [pod(nodes), hook(nodes)],
})
