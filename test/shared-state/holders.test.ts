import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { run, start, type Ended, type Shell } from '../ledger/command.ts'
import { postgresServer, sql } from './database.ts'

const { server, onServer } = await postgresServer()
const top = mkdtempSync(join(tmpdir(), 'slipway-holders-'))
after(() => rmSync(top, { recursive: true }))

const quick = 'version: 2025-11-02\nresources:\n  note: { type: null/resource, spec: { value: one } }\n'
const slow = "version: 2025-11-02\nresources:\n  note: { type: local/command, spec: { create: 'sleep 600' } }\n"

function person(name: string, schema: string, blueprint: string): Shell {
  const [home, folder] = [join(top, name, 'home'), join(top, name, 'checkout')]
  for (const each of [home, folder]) mkdirSync(each, { recursive: true })
  writeFileSync(join(folder, 'site.blueprint.yaml'), blueprint)
  const url = `postgres://test@127.0.0.1:${server.port}/postgres?schema=${schema}`
  return { folder, env: { PATH: process.env['PATH'], HOME: home, SLIPWAY_STATE: url, NO_COLOR: '1' } }
}

async function good(shell: Shell, ...args: readonly string[]): Promise<Ended> {
  const ended = await run(shell, args)
  assert.equal(ended.code, 0, `${args.join(' ')}: ${ended.stderr}${ended.stdout}`)
  return ended
}

onServer('unlock names who holds an instance on another machine, and fences that one', async () => {
  const [ada, bob] = [person('ada', 'held', slow), person('bob', 'held', slow)]
  const running = start(ada, ['up', '--yes'])
  for (let tries = 0; tries < 1200; tries++) {
    const [there] = await sql(server, "SELECT to_regclass('held.records') AS there")
    const isThere = there?.['there'] !== null
    if (isThere && (await sql(server, "SELECT FROM held.records WHERE kind = 'intent'")).length > 0) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const asked = await run(bob, ['state', 'unlock'])
  assert.match(asked.stderr, /cli\/needs-yes/)
  const [before] = await sql(server, 'SELECT fence FROM held.heads')
  const unlocked = await good(bob, 'state', 'unlock', '--yes')
  assert.match(unlocked.stderr, /site is unlocked; slipway up of .* can no longer write/)
  const [now] = await sql(server, 'SELECT fence, holder FROM held.heads')
  assert.equal(Number(now?.['fence']), Number(before?.['fence']) + 1)
  // The engine notices this when it renews its lease, and ends.
  const ended = await running.ended
  assert.notEqual(ended.code, 0)
  assert.match(ended.stderr, /state\/fenced/)
  assert.match((await good(bob, 'state', 'list')).stdout, /note/)
})

onServer('a database that is behind is refused until somebody accepts it', async () => {
  const cy = person('cy', 'behind', quick)
  await good(cy, 'up', '--yes')
  assert.match((await good(cy, 'state', 'accept', '--yes')).stderr, /is known to be lost/)
  await sql(server, 'UPDATE behind.heads SET commits = 1')
  const refused = await run(cy, ['plan'])
  assert.match(refused.stderr, /state\/lost-commits[^]*are missing/)
  assert.match((await run(cy, ['state', 'accept'])).stderr, /cli\/needs-yes/)
  assert.match(
    (await good(cy, 'state', 'accept', '--yes')).stderr,
    /Lost from the state in postgres:[^]*is the state from now on/,
  )
  assert.match((await good(cy, 'up', '--yes')).stderr, /Nothing to do/)
})
