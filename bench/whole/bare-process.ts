/** The bare work of argv[2] resources; prints how many seconds it took. See bare-limit.ts. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { deployEngine, discoverPlugins, PluginHost } from '@slipway/host'
import { valueMap, type DeployRequest } from '@slipway/model'
import { ProviderClient } from '@slipway/protocol'

const count = Number(process.argv[2])
const inFlight = 32
const started = performance.now()
const folder = mkdtempSync(join(tmpdir(), 'slipway-bare-'))
const root = join(folder, 'plugins')
layOutNullPlugin(root)

const { plugins } = discoverPlugins({ dialects: [deployEngine], roots: [{ path: root, origin: 'bundled' }] })
const host = new PluginHost({
  plugins,
  logDir: join(folder, 'logs'),
  runtimeDir: join(folder, 'run'),
  environment: process.env,
  cwd: process.cwd(),
})
const running = await host.connect('slipway/null')
const client = new ProviderClient(running.channel, {
  hostId: running.hostId,
  pluginId: running.id,
  pluginVersion: running.version,
})
const rows = openRows(join(folder, 'rows.db'))

let next = 0
await Promise.all(Array.from({ length: inFlight }, worker))
console.log(((performance.now() - started) / 1000).toFixed(3))
await host.stop(0)
rmSync(folder, { recursive: true, force: true })

async function worker(): Promise<void> {
  while (next < count) {
    const request = requestOf(next++)
    await rows.write(`intent ${request.resourceId}`)
    await client.deploy(request)
    await rows.write(`result ${request.resourceId}`)
  }
}

function requestOf(index: number): DeployRequest {
  const spec = valueMap([['value', `item number ${index}`]])
  return {
    type: 'null/resource',
    resourceId: `bare-${index}`,
    resourceName: `item${index}`,
    instanceId: 'bare',
    instanceName: 'bare',
    spec,
    changes: {
      mustRecreate: false,
      modified: [],
      added: [{ path: 'spec.value', next: `item number ${index}` }],
      removed: [],
      unchanged: [],
      computed: ['spec.id'],
    },
    context: { config: {}, variables: {} },
  }
}

/** Writes durable rows. The rows of one turn of the event loop share a transaction. */
function openRows(file: string): { write(text: string): Promise<void> } {
  const database = new DatabaseSync(file)
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT)',
  )
  const insert = database.prepare('INSERT INTO rows (text) VALUES (?)')
  let waiting: { text: string; done: () => void }[] = []
  const flush = (): void => {
    const batch = waiting
    waiting = []
    database.exec('BEGIN')
    for (const { text } of batch) insert.run(text)
    database.exec('COMMIT')
    for (const { done } of batch) done()
  }
  return {
    write: (text) =>
      new Promise((done) => {
        if (waiting.length === 0) setImmediate(flush)
        waiting.push({ text, done })
      }),
  }
}

function layOutNullPlugin(pluginRoot: string): void {
  const place = join(pluginRoot, 'providers/slipway/null/1.0.0')
  mkdirSync(place, { recursive: true })
  const main = join(import.meta.dirname, '../../plugins/null/src/main.ts')
  writeFileSync(join(place, 'plugin'), `#!/bin/sh\nexec node '${main}'\n`)
  chmodSync(join(place, 'plugin'), 0o755)
}
