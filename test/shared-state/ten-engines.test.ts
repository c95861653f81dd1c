// test:rest: twenty engines are processes
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { run, type Shell } from '../ledger/command.ts'
import { postgresServer, sql } from './database.ts'

const { server, onServer } = await postgresServer()
const top = mkdtempSync(join(tmpdir(), 'slipway-ten-'))
after(() => rmSync(top, { recursive: true }))

const ten = Array.from({ length: 10 }, (_, number) => number)

function engine(number: number, schema: string): Shell {
  const [home, folder] = [join(top, schema, `${number}`, 'home'), join(top, schema, `${number}`, 'checkout')]
  for (const each of [home, folder]) mkdirSync(each, { recursive: true })
  const value = `from ${number}`
  writeFileSync(
    join(folder, 'site.blueprint.yaml'),
    `version: 2025-11-02\nresources:\n  note: { type: null/resource, spec: { value: ${value} } }\n`,
  )
  const url = `postgres://test@127.0.0.1:${server.port}/postgres?schema=${schema}`
  return { folder, env: { PATH: process.env['PATH'], HOME: home, SLIPWAY_STATE: url, NO_COLOR: '1' } }
}

/** The schema has never been used, so the ten engines also make the state. Each writer takes a fence of its own, one after the other. */
onServer('ten engines on one instance write one after the other, and all end', async () => {
  const ended = await Promise.all(ten.map((number) => run(engine(number, 'one'), ['up', '--yes', '--wait', '300'])))
  assert.deepEqual(
    ended.map(({ code }) => code),
    ten.map(() => 0),
    ended.map(({ stderr }) => stderr).join(),
  )
  const [head] = await sql(server, 'SELECT fence, holder FROM one.heads')
  assert.deepEqual([Number(head?.['fence']), head?.['holder']], [10, null])
  const runs = await sql(
    server,
    `SELECT body::json->>'outcome' AS outcome, (body::json->>'startedAt')::bigint AS began, (body::json->>'finishedAt')::bigint AS ended
     FROM one.records WHERE kind = 'run' ORDER BY place`,
  )
  assert.deepEqual(
    runs.map(({ outcome }) => outcome),
    ten.map(() => 'succeeded'),
  )
  // Each run began after the end of the one before it.
  for (const [index, { began }] of runs.entries()) assert.ok(Number(began) >= Number(runs[index - 1]?.['ended'] ?? 0))
  const [own] = await sql(server, "SELECT body::json->>'version' AS version FROM one.records WHERE kind = 'instance'")
  assert.equal(own?.['version'], '10')
})

onServer('ten engines on ten instances of one state do not wait for each other', async () => {
  const shells = ten.map((number) => engine(number, 'many'))
  const ended = await Promise.all(
    shells.map((shell, number) => run(shell, ['up', '--yes', '--instance', `i${number}`])),
  )
  assert.deepEqual(
    ended.map(({ code }) => code),
    ten.map(() => 0),
    ended.map(({ stderr }) => stderr).join(),
  )
  const heads = await sql(server, 'SELECT instance, fence, holder FROM many.heads ORDER BY instance')
  assert.deepEqual(
    heads.map(({ instance, fence, holder }) => [instance, Number(fence), holder]),
    ten.map((number) => [`i${number}`, 1, null]),
  )
})
