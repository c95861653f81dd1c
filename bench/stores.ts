// Durable commits through the SQLite driver beside the same rows through bare node:sqlite, in the same run.
// Usage: node bench/stores.ts [commits]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Lease, StateStore } from '@slipway/stores'
import { processSealer } from '@slipway/stores/sealer'
import { sqliteStore } from '@slipway/stores/sqlite'
import { sampleIntent, sampleResource, takeLock } from '../packages/stores/src/testing.ts'

const commits = Number(process.argv[2] ?? 4_000)
const resource = (index: number): ReturnType<typeof sampleResource> =>
  sampleResource(`r${index}`, { metadata: {}, spec: { path: `/srv/${index}`, content: 'x'.repeat(800) } })

/** Commits what the engine commits: an intent, then the result that ends it. */
async function twoCommits(store: StateStore, lease: Lease, index: number): Promise<void> {
  await store.commit(lease, [{ kind: 'begin', intent: sampleIntent(`i${index}`, { resource: resource(index) }) }])
  await store.commit(lease, [
    { kind: 'end', intentId: `i${index}` },
    { kind: 'resource', resource: resource(index) },
  ])
}

async function driver(directory: string, inFlight: number): Promise<number> {
  const store = sqliteStore({ directory, sealer: processSealer() })
  await store.open()
  const lease = await takeLock(store, 'site')
  const start = performance.now()
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < commits / 2) await twoCommits(store, lease, next++)
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  const elapsed = performance.now() - start
  await store.close()
  return elapsed
}

/** Writes the same number of transactions, or of rows in groups, and does nothing else. */
function bare(directory: string, perTransaction: number): number {
  const database = new DatabaseSync(join(directory, 'bare.db'))
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (id TEXT PRIMARY KEY, body TEXT)',
  )
  const insert = database.prepare('INSERT INTO rows VALUES (?, ?)')
  const start = performance.now()
  for (let index = 0; index < commits; index += perTransaction) {
    database.exec('BEGIN IMMEDIATE')
    for (let row = index; row < index + perTransaction; row++) insert.run(`r${row}`, JSON.stringify(resource(row)))
    database.exec('COMMIT')
  }
  const elapsed = performance.now() - start
  database.close()
  return elapsed
}

async function measured(run: (directory: string) => number | Promise<number>): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'slipway-bench-'))
  try {
    return await run(directory)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

for (const inFlight of [1, 32]) {
  const limit = await measured((directory) => bare(directory, inFlight))
  const ours = await measured((directory) => driver(directory, inFlight))
  const rate = (elapsed: number): number => Math.round((commits / elapsed) * 1_000)
  console.log(
    `${inFlight} in flight: ${rate(ours)} durable commits/s, bare node:sqlite ${rate(limit)}/s, ratio ${(ours / limit).toFixed(2)}`,
  )
}
