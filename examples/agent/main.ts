/**
 * The MyApp example: an agent of a dozen plugins, of which only the top-level one is listed.
 *
 *     node examples/agent/main.ts
 *     ETCD_ENDPOINTS=127.0.0.1:2379 node examples/agent/main.ts
 *
 * Then, in another terminal:
 *
 *     curl -X PUT localhost:9191/interfaces/eth0 -H 'content-type: application/json' -d '{"enabled":true,"mtu":1500}'
 *     curl localhost:9191/interfaces
 *     curl localhost:9191/readiness
 *     curl -X PUT localhost:9191/log/rest/debug
 *
 * Ctrl-C stops it.
 */
import { join } from 'node:path'
import { Agent, allPlugins, renderTimeline, version } from '@slipway/agent'
import { config } from '@slipway/infra'
import { newApp } from './my-app.ts'

config.defaultPlugin.sources.directory = join(import.meta.dirname, 'config')

const app = newApp()
const agent = new Agent(allPlugins(app), version('1.0.0', '2026-11-21', 'example'))

console.log(`order: ${agent.plan().join(', ')}`)
void agent.started.then(() => console.log(`ready: ${app.restApi.address}`))
await agent.run()
console.log(`\n${renderTimeline(agent.timeline())}`)
