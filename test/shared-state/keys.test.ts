import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { StateStore } from '../../packages/stores/src/port.ts'
import { freshPair } from '../../packages/stores/src/seal/team/key-pair.ts'
import { freshDataKey, sealTeam } from '../../packages/stores/src/seal/team/team.ts'
import { LosableSealer, sampleInstance, sampleResource, takeLock } from '../../packages/stores/src/testing.ts'
import { run, type Ended, type Shell } from '../ledger/command.ts'
import { postgresServer, sql } from './database.ts'

const { server, onServer } = await postgresServer()
const web = { kind: 'resource', resource: sampleResource('web') } as const

async function giveTeam(store: StateStore, { pair }: LosableSealer): Promise<void> {
  const recipients = [{ name: 'ada', publicKey: pair.publicKey.text }]
  const { state, team } = await store.seals()
  await store.changeTeam(team, sealTeam({ key: freshDataKey(), former: [], recipients }, state))
}

onServer('each commit asks in its own transaction whether its key is the present one', async ({ machine, address }) => {
  const sealer = new LosableSealer()
  const [store, other] = [await machine.store(address, { sealer }), await machine.store(address, { sealer })]
  const lease = await takeLock(store, 'site')
  await store.commit(lease, [{ kind: 'instance', instance: sampleInstance('site') }])
  await giveTeam(other, sealer)
  await assert.rejects(store.commit(lease, [web]), { code: 'state/key-changed' })
  // A commit without secrets needs no key.
  await store.commit(lease, [{ kind: 'instance', instance: sampleInstance('site', { version: 2 }) }])
  const state = await store.load('site')
  assert.deepEqual([state?.instance.version, state?.resources], [2, []])
  await store.commit(lease, [web])
  assert.deepEqual((await other.load('site'))?.resources, [sampleResource('web')])
  for (const each of [store, other]) await each.close()
})

onServer('a recipient that the database alone has added is refused by name', async ({ machine, address }) => {
  const sealer = new LosableSealer()
  const store = await machine.store(address, { sealer })
  await giveTeam(store, sealer)
  const lease = await takeLock(store, 'site')
  await store.commit(lease, [{ kind: 'instance', instance: sampleInstance('site') }, web])
  const { text } = freshPair().publicKey
  await sql(server, `INSERT INTO ${address.schema}.recipients VALUES ('eve', '${text}', 'x')`)
  await assert.rejects(store.load('site'), { code: 'state/foreign-recipient', message: /^eve: / })
  await store.close()
})

onServer('the release before works on until a state has recipients, and is told then', async (place) => {
  const { machine, address, store } = place
  const before = await machine.store(address, { migrations: [] })
  await giveTeam(store, new LosableSealer())
  await assert.rejects(machine.store(address, { migrations: [] }), { code: 'state/newer-version' })
  await before.close()
})

onServer('a store that was asked for its sealer does not seal with a second key', async ({ machine, address }) => {
  const store = await machine.store(address)
  const lease = await takeLock(store, 'site')
  await store.commit(lease, [{ kind: 'instance', instance: sampleInstance('site') }, web])
  const sealer = new LosableSealer()
  sealer.isLost = true
  const other = await machine.store(address, { sealer })
  const theirs = await takeLock(other, 'shop')
  const shop = { kind: 'instance', instance: sampleInstance('shop') } as const
  await other.sealer()
  await assert.rejects(other.commit(theirs, [shop, web]), { code: 'state/wrong-key' })
  // Records without secrets need no key.
  await other.commit(theirs, [shop])
  sealer.isLost = false
  await other.sealer()
  await other.commit(theirs, [web])
  for (const each of [store, other]) await each.close()
})

const top = mkdtempSync(join(tmpdir(), 'slipway-keys-'))
after(() => rmSync(top, { recursive: true }))

const blueprint = `version: 2025-11-02
variables:
  password: { type: string, secret: true, default: hunter22 }
resources:
  login: { type: null/resource, spec: { value: "\${variables.password}" } }
exports:
  closed: { type: string, field: resources.login.spec.value }
`

/** A person with a machine of his own. */
function person(name: string, schema: string): Shell {
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

onServer('two people with two keys share secrets until one is removed', async () => {
  const [ada, bob] = [person('ada', 'keys'), person('bob', 'keys')]
  await good(ada, 'up', '--yes')
  const key = (await good(bob, 'key', 'show')).stdout.trim()
  assert.match(key, /^slipway-public-/)
  const added = await good(ada, 'state', 'key', 'add', 'bob', key)
  assert.match(added.stderr, /2 records are sealed again[^]*bob can open the secrets now/)
  assert.match((await good(bob, 'exports', '--show-secrets')).stdout, /closed +hunter22/)
  await good(bob, 'up', '--yes', '--var', 'password=other22')
  assert.match((await good(ada, 'exports', '--show-secrets')).stdout, /closed +other22/)
  assert.match((await good(ada, 'state', 'key', 'list')).stdout, /bob +([0-9a-f]{4} ?){8}/)
  // Bob keeps a copy of the records that he could open.
  const [kept] = await sql(server, `SELECT body, checksum FROM keys.records WHERE kind = 'resource'`)
  assert.match((await good(ada, 'state', 'key', 'remove', 'bob')).stderr, /and no longer for bob/)
  const outside = await good(bob, 'plan', '--var', 'password=third')
  assert.match(
    outside.stderr,
    /you are not a recipient of this state, so the secrets of login, site itself count as unknown/,
  )
  const refused = await run(bob, ['up', '--yes'])
  assert.match(refused.stderr, /state\/wrong-key/)
  assert.match((await good(bob, 'exports')).stdout, /closed +\(sealed for others\)/)
  const [now] = await sql(server, `SELECT body, checksum FROM keys.records WHERE kind = 'resource'`)
  const put = async (row: typeof kept, before: typeof kept): Promise<void> => {
    const [body, sum] = [String(row?.['body']).replaceAll("'", "''"), Number(row?.['checksum'])]
    await sql(server, `UPDATE keys.records SET body = '${body}', checksum = ${sum} WHERE kind = 'resource'`)
    await sql(server, `UPDATE keys.heads SET sum = sum + ${sum - Number(before?.['checksum'])}`)
  }
  await put(kept, now)
  const forged = await run(ada, ['state', 'show', 'login', '--show-secrets'])
  assert.match(
    forged.stderr,
    /everything in this state has been sealed again since: somebody with the old key added it/,
  )
  assert.doesNotMatch(forged.stdout, /other22/)
  await put(now, kept)
  const last = await run(ada, ['state', 'key', 'remove', added.stderr.includes('root') ? 'root' : 'ada'])
  assert.notEqual(last.code, 0)
  assert.match((await good(ada, 'state', 'rekey')).stderr, /A new key is made for:/)
  await good(ada, 'destroy', '--yes')
})

const newKey = /sealed with the key in (\S+), which only this machine has; .*"slipway state key add NAME PUBLIC"/

onServer('the first seal of a shared state with a key file is told once, with the file and the way in', async () => {
  const ada = person('ada-alone', 'alone')
  const [said, file = ''] = newKey.exec((await good(ada, 'up', '--yes')).stderr) ?? []
  assert.ok(said)
  assert.ok(file.startsWith(String(ada.env['HOME'])) && existsSync(file), file)
  assert.doesNotMatch((await good(ada, 'up', '--yes', '--var', 'password=other22')).stderr, newKey)
})

onServer('the first seal of a shared state with a passphrase needs no notice', async () => {
  const runner = person('runner-first', 'passphrase')
  const env = { ...runner.env, SLIPWAY_PASSPHRASE: 'correct horse' }
  assert.doesNotMatch((await good({ ...runner, env }, 'up', '--yes')).stderr, /which only this machine has/)
  const empty = person('runner-later', 'passphrase')
  await good({ ...empty, env: { ...empty.env, SLIPWAY_PASSPHRASE: 'correct horse' } }, 'up', '--yes')
})

onServer('a second key is refused while a shared state has secrets of a key that is not here', async () => {
  const [ada, carol] = [person('ada-first', 'second'), person('carol', 'second')]
  await good(ada, 'up', '--yes')
  renameSync(join(carol.folder, 'site.blueprint.yaml'), join(carol.folder, 'shop.blueprint.yaml'))
  const lonely = { ...carol, env: { ...carol.env, SLIPWAY_PASSPHRASE: 'correct horse' } }
  assert.match((await run(lonely, ['up', '--yes'])).stderr, /state\/wrong-key/)
  const refused = await run(carol, ['up', '--yes'])
  assert.match(
    refused.stderr,
    /which this machine does not have[^]*state\/wrong-key[^]*slipway state key add NAME PUBLIC/,
  )
  assert.equal(existsSync(join(String(carol.env['HOME']), '.config/slipway/state-key.json')), false)
  assert.match((await good(ada, 'state', 'list')).stdout, /login/)
  await good(ada, 'state', 'key', 'add', 'carol', (await good(carol, 'key', 'show')).stdout.trim())
  await good(carol, 'up', '--yes')
})

onServer('a new key is taken once a shared state has no secret of the former key any more', async () => {
  const [ada, dan] = [person('ada-gone', 'third'), person('dan', 'third')]
  await good(ada, 'up', '--yes')
  await good(ada, 'destroy', '--yes')
  assert.match((await good(dan, 'up', '--yes')).stderr, newKey)
})

onServer(
  'without the key, doctor and destroy of a shared state first advise to let a colleague add yours',
  async () => {
    const [ada, eve] = [person('ada-there', 'advice'), person('eve', 'advice')]
    // Exports would be a change of their own.
    for (const { folder } of [ada, eve])
      writeFileSync(join(folder, 'site.blueprint.yaml'), blueprint.replace(/exports:[^]*/, ''))
    await good(ada, 'up', '--yes')
    const advice = /hint: let a colleague who has the key run: slipway state key add NAME PUBLIC/
    assert.match((await run(eve, ['doctor'])).stdout, advice)
    const left = await run(eve, ['destroy', '--yes'])
    assert.match(left.stderr, /Nothing to do: what is left of site needs a key that is not here/)
    assert.match(left.stderr, advice)
    assert.doesNotMatch(left.stderr, /nothing is left/)
  },
)
