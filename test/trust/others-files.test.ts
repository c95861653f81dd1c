/** Other users' files that count as the user's own: those of the caller of sudo, of the owner of a trusted folder, of a trusted group. */
import assert from 'node:assert/strict'
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { describe, test } from '../cases.ts'
import { skipWithoutOtherUsers } from '../attacks/identity/other-user.ts'
import { World } from './world.ts'

const owner = { uid: 12_345, gid: 12_345 }
const stranger = 23_456
const team = 34_567

/** A checkout of another user, with settings and an included blueprint. */
function checkout(context: TestContext): World {
  const world = new World(context)
  const files = [
    world.write('app.blueprint.yaml', 'version: 2025-11-02\ninclude: {net: {path: net.yaml}}\nresources: {}\n'),
    world.write('net.yaml', 'version: 2025-11-02\nresources: {}\n'),
    world.write('slipway.config.yaml', 'parallelism: 3\n'),
  ]
  for (const path of [world.clone, ...files]) chownSync(path, owner.uid, owner.gid)
  return world
}

describe('in the checkout of another user', { skip: skipWithoutOtherUsers, timeout: 240_000 }, () => {
  test('root reads nothing, and is told the command that helps', async (context) => {
    const world = checkout(context)
    for (const args of [['validate'], ['plan'], ['config', 'show']]) {
      const { code, stderr } = await world.run(args)
      assert.equal(code, 1, stderr)
      assert.match(stderr, /Slipway does not read .* belongs to the user 12345.*\[cli\/unsafe-file\]/)
      assert.match(stderr, new RegExp(`hint: slipway trust ${world.clone} lets the files of its owner count as yours`))
    }
  })

  test('files count once the folder is trusted, permanently, for a command, or in CI', async (context) => {
    const world = checkout(context)
    for (const [args, env] of [
      [['plan'], { SLIPWAY_TRUST: '1' }],
      [['up', '--yes', '--trust'], {}],
    ] as const) {
      const { code, stdout, stderr } = await world.run(args, env)
      assert.equal(code, 0, `${args.join(' ')}: ${stdout}${stderr}`)
    }
    assert.equal((await world.run(['trust'])).code, 0)
    assert.equal((await world.run(['validate'])).code, 0)
    // Only its owner is trusted.
    chownSync(join(world.clone, 'net.yaml'), stranger, stranger)
    const { code, stderr } = await world.run(['validate'])
    assert.equal(code, 1)
    assert.match(stderr, /does not read .*net\.yaml: it belongs to the user 23456/)
  })

  test('the state is neither shown nor used until the folder is trusted', async (context) => {
    const world = checkout(context)
    const up = ['up', join(world.clone, 'app.blueprint.yaml'), '--yes', '--trust']
    assert.equal((await world.run(up)).code, 0)
    assert.equal((await world.run(['trust', '--remove'])).code, 0)
    const state = join(world.clone, '.slipway')
    for (const path of [state, ...readdirSync(state).map((name) => join(state, name))])
      chownSync(path, owner.uid, owner.gid)
    rmSync(join(world.clone, 'slipway.config.yaml'))
    for (const args of [
      ['destroy', '--yes'],
      ['state', 'list'],
      ['state', 'rm', 'a', '--yes'],
      ['state', 'backup', 'b.db'],
    ]) {
      const { code, stderr } = await world.run(args)
      assert.equal(code, 1, args.join(' '))
      assert.match(stderr, /\.slipway belongs to the user 12345  \[state\/foreign\]/)
      assert.match(stderr, new RegExp(`slipway trust ${world.clone}`))
    }
    assert.equal((await world.run(['state', 'list'], { SLIPWAY_TRUST: '1' })).code, 0)
    assert.equal((await world.run(['destroy', '--yes'], { SLIPWAY_TRUST: '1' })).code, 0)
  })

  test('files count for that user with sudo', async (context) => {
    const world = checkout(context)
    const sudo = { SUDO_UID: String(owner.uid), SUDO_GID: String(owner.gid) }
    const own = await world.run(['plan'], sudo)
    assert.equal(own.code, 0, own.stderr)
    const other = await world.run(['plan'], { SUDO_UID: String(stranger), SUDO_GID: String(stranger) })
    assert.match(other.stderr, /cli\/unsafe-file/)
  })

  test('files count for a trusted group, but not in a world-writable folder', async (context) => {
    const world = checkout(context)
    for (const name of ['.', 'app.blueprint.yaml', 'net.yaml', 'slipway.config.yaml']) {
      const path = join(world.clone, name)
      chownSync(path, owner.uid, team)
      chmodSync(path, name === '.' ? 0o2775 : 0o664)
    }
    assert.equal((await world.run(['validate'])).code, 1)
    assert.equal((await world.run(['trust', '--group', String(team)])).code, 0)
    const shared = await world.run(['validate'])
    assert.equal(shared.code, 0, shared.stderr)
    chmodSync(world.clone, 0o3777)
    assert.equal((await world.run(['validate'])).code, 1)
  })

  test('a parent folder of somebody else makes it untrusted', async (context) => {
    const world = checkout(context)
    assert.equal((await world.run(['trust'])).code, 0)
    mkdirSync(join(world.base, 'unrelated'))
    chownSync(world.base, stranger, stranger)
    const { code, stderr } = await world.run(['validate'])
    assert.equal(code, 1)
    assert.match(stderr, /belongs to the user 23456/)
  })
})
