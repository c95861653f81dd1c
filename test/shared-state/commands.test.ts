import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { test } from '../cases.ts'
import { missing, startServer } from '../../packages/infra/src/testing/servers.ts'
import { Relay } from '../../packages/infra/src/testing/relay.ts'
import { run, start, type Ended, type Shell } from '../ledger/command.ts'
import { sql } from './database.ts'

const skip = missing('postgres')
const server = skip === false ? await startServer('postgres') : { port: 0, remove: async () => {} }
const top = mkdtempSync(join(tmpdir(), 'slipway-shared-'))
after(async () => {
  rmSync(top, { recursive: true })
  await server.remove()
})

const blueprint = `version: 2025-11-02
resources:
  note:
    type: local/file
    spec:
      path: ${join(top, 'note.txt')}
      content: TEXT
exports:
  where:
    type: string
    field: resources.note.spec.path
`

/** A person with a machine and a checkout of their own. */
function person(name: string, text: string, url: string): Shell {
  const [home, folder] = [join(top, name, 'home'), join(top, name, 'checkout')]
  for (const each of [home, folder]) mkdirSync(each, { recursive: true })
  writeFileSync(join(folder, 'site.blueprint.yaml'), blueprint.replace('TEXT', text))
  const { PATH } = process.env
  return { folder, env: { PATH, HOME: home, SLIPWAY_STATE: url, NO_COLOR: '1' } }
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

test('a second machine can change, list and destroy what the first deployed', { skip }, async () => {
  const [ada, bob] = [person('ada', 'one', url('team')), person('bob', 'two', url('team'))]
  await good(ada, 'up', '--yes')
  assert.match((await good(bob, 'plan')).stdout, /~ note/)
  await good(bob, 'up', '--yes')
  assert.equal(readFileSync(join(top, 'note.txt'), 'utf8'), 'two')
  assert.match((await good(ada, 'exports')).stdout, /note\.txt/)
  assert.match((await good(ada, 'state', 'show', 'note')).stdout, /content +"two"/)
  assert.equal((await good(ada, 'history')).stdout.match(/succeeded/g)?.length, 2)
  const exported = (await good(ada, 'state', 'export')).stdout
  assert.match(exported, /"two"/)
  await good(ada, 'refresh', '--yes')
  assert.match(
    (await good(ada, 'doctor')).stdout,
    /ok +state: postgres:\/\/test@127\.0\.0\.1:\d+\/postgres\?schema=team/,
  )
  await good(ada, 'destroy', '--yes')
  assert.equal(existsSync(join(top, 'note.txt')), false)
  assert.match((await good(bob, 'instances')).stdout, /site +destroyed/)
  // The checkouts contain nothing of the state; logs belong to the user.
  assert.deepEqual(
    [ada, bob].map(({ folder }) => existsSync(join(folder, '.slipway'))),
    [false, false],
  )
  assert.match((await good(bob, 'logs')).stdout, /slipway\/local/)
})

test('an up with nothing to do needs at most six round trips, however much is recorded', { skip }, async () => {
  const relay = await Relay.to(server.port)
  after(() => relay.close())
  const ada = person('ada', 'one', `postgres://test@127.0.0.1:${relay.port}/postgres?schema=far`)
  const names = Array.from({ length: 1_000 }, (_, number) => `n${number}`)
  const many = names.map((name) => `  ${name}: { type: null/resource, spec: { value: a } }\n`)
  writeFileSync(join(ada.folder, 'site.blueprint.yaml'), `version: 2025-11-02\nresources:\n${many.join('')}`)
  await good(ada, 'up', '--yes')
  let needed = Number.POSITIVE_INFINITY
  // An up that is kept waiting by a busy machine also renews its lease.
  for (let tries = 0; tries < 5 && needed > 6; tries++) {
    const before = relay.roundTrips
    assert.match((await good(ada, 'up', '--yes')).stderr, /Nothing to do/)
    needed = relay.roundTrips - before
  }
  assert.ok(needed <= 6, `${needed} round trips`)
})

test('two projects in one database do not see each other', { skip }, async () => {
  const [one, other] = [person('eve', 'one', url('shop')), person('eve', 'one', url('desk'))]
  await good(one, 'up', '--yes')
  assert.doesNotMatch((await good(other, 'instances')).stdout, /site/)
  await good(one, 'destroy', '--yes')
})

test('a killed engine’s instance is free at once on its machine, and elsewhere after its lease', { skip }, async () => {
  const slow = blueprint
    .replace('type: local/file', 'type: local/command')
    .replace(/ {6}path.*\n.*TEXT\n/, '      create: sleep 600\n')
  const [ada, bob] = ['ada', 'bob'].map((name) => person(name, 'one', url('killed'))) as [Shell, Shell]
  for (const { folder } of [ada, bob])
    writeFileSync(join(folder, 'site.blueprint.yaml'), slow.replace(/exports:[^]*/, ''))
  const running = start(ada, ['up', '--yes'])
  for (let tries = 0; tries < 1200; tries++) {
    const rows = await sql(server, "SELECT to_regclass('killed.records') AS there")
    if (
      rows[0]?.['there'] !== null &&
      (await sql(server, "SELECT FROM killed.records WHERE kind = 'intent'")).length > 0
    )
      break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  running.child.kill('SIGKILL')
  await running.ended
  // A busy machine would need longer than what is left of it.
  await sql(server, "UPDATE killed.heads SET ends_at = now() + interval '1 hour'")
  // His machine cannot know that her engine is gone: the same boot and pids may belong to a copy.
  const waits = await refused(bob, 'cli/locked', 'destroy', '--yes')
  assert.match(waits.stderr, /slipway up of/)
  // On her own machine, unlocking needs no confirmation.
  await good(ada, 'state', 'unlock')
  assert.match((await good(bob, 'state', 'list')).stdout, /note/)
})

test('a bad address or a missing server is reported, and nothing is created', { skip }, async () => {
  const ada = person('ada', 'one', 'postgres://ada:canary-77@db.example.com/infra')
  for (const args of [
    ['up', '--yes'],
    ['state', 'list'],
    ['config', 'show'],
  ]) {
    const { stdout, stderr } = await run(ada, args)
    assert.doesNotMatch(stdout + stderr, /canary-77/, args.join(' '))
  }
  await refused(ada, 'state/bad-url', 'plan')
  const gone = person('ada', 'one', 'postgres://test@127.0.0.1:1/postgres')
  await refused(gone, 'state/unreachable', 'up', '--yes')
  await refused(gone, 'state/unreachable', 'state', 'backup', join(top, 'backup'))
  assert.equal(existsSync(join(top, 'note.txt')), false)
})

test('a project that names its state needs trust first', { skip }, async () => {
  const ada = person('trusting', 'one', '')
  writeFileSync(join(ada.folder, 'slipway.config.yaml'), `state:\n  place: ${url('named')}\n`)
  await refused(ada, 'cli/untrusted', 'state', 'list')
  await good(ada, 'trust')
  await good(ada, 'up', '--yes')
  assert.equal((await sql(server, "SELECT FROM named.records WHERE kind = 'resource'")).length, 1)
  await good(ada, 'destroy', '--yes')
})

test('no stage task, plugin or stack gets the database password or a state key', { skip }, async () => {
  const ada = person('keeping', 'one', url('kept'))
  const { folder } = ada
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
  await good(ada, 'key', 'show')
  const key = readFileSync(join(folder, '../home/.config/slipway/private-key'), 'utf8').trim()
  rmSync(join(folder, 'site.blueprint.yaml'))
  mkdirSync(join(folder, 'tasks'))
  write('tasks/metadata.yaml', 'name: look\nversion: 1.0.0\n')
  write(
    'tasks/tasks.yaml',
    `- { role: ['*'], stage: pre_deployment/1, type: shell, parameters: { cmd: 'env > ${folder}/task.txt', timeout: 120 } }\n`,
  )
  write(
    'site.stack.ts',
    `import { writeFileSync } from 'node:fs'
writeFileSync('${folder}/stack.txt', Object.entries(process.env).join('\\n'))
export default (s) => { s.resource('look', 'local/command', { create: 'env > ${folder}/plugin.txt' }) }
`,
  )
  const secrets = { PGPASSWORD: 'canary-word', SLIPWAY_PASSPHRASE: 'canary-phrase', SLIPWAY_STATE_KEY: key }
  const env = { ...ada.env, ...secrets, SLIPWAY_TRUST: '1', OTHER: 'passed on' }
  await good({ folder, env }, 'up', '--yes')
  for (const name of ['task.txt', 'stack.txt', 'plugin.txt']) {
    const seen = readFileSync(join(folder, name), 'utf8')
    assert.match(seen, /passed on/, name)
    assert.doesNotMatch(seen, /canary/, name)
    assert.ok(!seen.includes(key), name)
  }
})
