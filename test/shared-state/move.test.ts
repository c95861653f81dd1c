import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after } from 'node:test'
import { run, type Ended, type Shell } from '../ledger/command.ts'
import { postgresServer, sql } from './database.ts'

const { server, onServer } = await postgresServer()
const top = mkdtempSync(join(tmpdir(), 'slipway-move-'))
after(() => rmSync(top, { recursive: true }))

const blueprint = `version: 2025-11-02
variables:
  password: { type: string, secret: true, default: hunter22 }
resources:
  base: { type: null/resource, spec: { value: plain } }
  login: { type: null/resource, dependsOn: base, spec: { value: "\${variables.password}" } }
exports:
  closed: { type: string, field: resources.login.spec.value }
`

function person(name: string): Shell & { at(place: string): Shell } {
  const [home, folder] = [join(top, name, 'home'), join(top, name, 'checkout')]
  for (const each of [home, folder]) mkdirSync(each, { recursive: true })
  writeFileSync(join(folder, 'site.blueprint.yaml'), blueprint)
  const env = { PATH: process.env['PATH'], HOME: home, NO_COLOR: '1' }
  return { folder, env, at: (place) => ({ folder, env: { ...env, SLIPWAY_STATE: place } }) }
}

const url = (schema: string): string => `postgres://test@127.0.0.1:${server.port}/postgres?schema=${schema}`

async function good(shell: Shell, ...args: readonly string[]): Promise<Ended> {
  const ended = await run(shell, args)
  assert.equal(ended.code, 0, `${args.join(' ')}: ${ended.stderr}${ended.stdout}`)
  return ended
}

async function refused(shell: Shell, code: string, ...args: readonly string[]): Promise<Ended> {
  const ended = await run(shell, args)
  assert.notEqual(ended.code, 0)
  assert.match(ended.stderr, new RegExp(`\\[${code}\\]`))
  return ended
}

onServer('a state moves into a database and back, whole, and its old place says where it is', async () => {
  const ada = person('ada')
  const [old, shared] = [join(ada.folder, '.slipway'), url('moved')]
  await good(ada, 'up', '--yes')
  const exported = (await good(ada, 'state', 'export', '--show-secrets')).stdout
  await refused(ada, 'cli/needs-yes', 'state', 'move', shared)
  const moved = await good(ada, 'state', 'move', shared, '--yes')
  assert.match(moved.stderr, /1 instance with \d+ records is in postgres:\/\/[^]*is kept unchanged/)
  const told = await refused(ada, 'state/moved', 'up', '--yes')
  assert.match(told.stderr, /has moved to postgres:\/\/test@127\.0\.0\.1:\d+\/postgres\?schema=moved/)
  const kept = new DatabaseSync(join(old, 'state.db'), { readOnly: true })
  assert.equal(kept.prepare('SELECT version FROM slipway_schema').get()?.['version'], 1_000_000)
  kept.close()
  assert.equal((await good(ada.at(shared), 'state', 'export', '--show-secrets')).stdout, exported)
  assert.match((await good(ada.at(shared), 'up', '--yes')).stderr, /Nothing to do/)
  assert.match((await good(ada.at(shared), 'exports', '--show-secrets')).stdout, /hunter22/)
  // Fences go up: the holder of an older lease can write nothing.
  const [head] = await sql(server, 'SELECT fence FROM moved.heads')
  assert.ok(Number(head?.['fence']) > 1_000_000)
  await refused(ada.at(shared), 'state/same-place', 'state', 'move', shared, '--yes')
  await refused(ada.at(join(top, 'nothing')), 'state/no-state', 'state', 'move', shared, '--yes')
  await good(ada.at(shared), 'state', 'move', old, '--yes')
  assert.match((await refused(ada.at(shared), 'state/moved', 'plan')).stderr, /has moved to \//)
  assert.match((await good(ada, 'up', '--yes')).stderr, /Nothing to do/)
  assert.ok(readdirSync(old).includes('state.db.moved'), 'what was there is kept')
  await good(ada, 'state', 'move', shared, '--yes')
  await good(ada.at(shared), 'destroy', '--yes')
})

onServer('a move that is cut short before its last step is carried through, and loses nothing', async () => {
  const eve = person('eve')
  const shared = url('cut')
  await good(eve, 'up', '--yes')
  await good(eve, 'state', 'move', shared, '--yes')
  const from = join(eve.folder, '.slipway')
  await sql(server, `UPDATE cut.slipway_schema SET version = 1000000, oldest = 1000000`)
  await sql(server, `UPDATE cut.state SET moved = '<${from}'`)
  assert.match((await refused(eve.at(shared), 'state/moved', 'up', '--yes')).stderr, /has not arrived yet/)
  assert.match((await good(eve, 'state', 'move', shared, '--yes')).stderr, /The interrupted move is done/)
  assert.match((await good(eve.at(shared), 'up', '--yes')).stderr, /Nothing to do/)
  // A copy that was never used is overwritten.
  await sql(server, `UPDATE cut.slipway_schema SET version = 1000000, oldest = 1000000`)
  await sql(server, `UPDATE cut.state SET moved = '<elsewhere'`)
  await refused(eve, 'state/moved', 'state', 'move', shared, '--yes')
})

onServer('a backup of a database goes into a file and back, and into a folder', async () => {
  const bob = person('bob')
  const shared = bob.at(url('backup'))
  const file = join(top, 'backup.db')
  await good(shared, 'up', '--yes')
  assert.match((await good(shared, 'state', 'backup', file)).stderr, /holds site \(2 resources\)/)
  await good(shared, 'up', '--yes', '--var', 'password=other22')
  const [before] = await sql(server, 'SELECT fence, commits FROM backup.heads')
  const restored = await good(shared, 'state', 'restore', file, '--yes')
  assert.match(restored.stderr, /The old state is kept in (.*replaced-\d+\.db)/)
  const [now] = await sql(server, 'SELECT fence, commits FROM backup.heads')
  assert.ok(Number(now?.['fence']) > Number(before?.['fence']))
  assert.ok(Number(now?.['commits']) > Number(before?.['commits']))
  assert.match((await good(shared, 'exports', '--show-secrets')).stdout, /hunter22/)
  await good(shared, 'up', '--yes', '--var', 'password=other22')
  await good(bob, 'state', 'restore', file, '--yes')
  assert.match((await good(bob, 'exports', '--show-secrets')).stdout, /hunter22/)
  assert.ok(existsSync(join(bob.folder, '.slipway', 'state.db')))
})

onServer('what was made after a backup may be there, until one whole up has said what is', async () => {
  const cy = person('cy')
  const shared = cy.at(url('after'))
  const file = join(top, 'after.db')
  const [small, large] = [
    blueprint,
    blueprint.replace(
      'exports:',
      '  late: { type: null/resource, spec: { value: late } }\n  page: { type: local/file, spec: { path: page.txt, content: x } }\nexports:',
    ),
  ]
  for (const shell of [shared, cy]) {
    rmSync(file, { force: true })
    writeFileSync(join(cy.folder, 'site.blueprint.yaml'), small)
    await good(shell, 'up', '--yes')
    await good(shell, 'state', 'backup', file)
    writeFileSync(join(cy.folder, 'site.blueprint.yaml'), large)
    await good(shell, 'up', '--yes')
    await good(shell, 'state', 'restore', file, '--yes')
    const { stderr: told } = await good(shell, 'plan')
    assert.match(told, /exists already: page \(slipway import page page\.txt takes it\)/)
    assert.match(told, /may exist already: late\./)
    const { stderr } = await refused(shell, 'state/may-exist', 'up', '--yes')
    assert.match(stderr, /page exists already, and late may exist already/)
    // A user who deploys only a part has not checked the rest.
    await good(shell, 'up', '--yes', '--target', 'base')
    await refused(shell, 'state/may-exist', 'up', '--yes')
    await good(shell, 'up', '--yes', '--after-restore')
    writeFileSync(join(cy.folder, 'site.blueprint.yaml'), large.replace('late:', 'later:'))
    assert.doesNotMatch((await good(shell, 'up', '--yes')).stderr, /may exist/)
  }
})
