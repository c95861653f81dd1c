/** Another user of the machine puts files beside a blueprint, in a folder where everybody may: they do not run as the blueprint's user. */
import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { describe, test } from '../cases.ts'
import { run, type Ended, type Shell } from '../ledger/command.ts'
import { skipWithoutOtherUsers } from './identity/other-user.ts'
import { version } from './target.ts'

const stranger = { uid: 12_345, gid: 12_345 }
const user = { uid: 23_456, gid: 23_456 }
type User = typeof user

interface Shared extends Shell {
  /** Writes a file of an owner, who also gets its folders. */
  write(owner: User, name: string, text: string, mode?: number): void
  /** The user as whom the code ran; `undefined` if it did not. */
  ranAs(): string | undefined
}

/** A folder like /tmp, of root, and a user in it. */
function sharedFolder(context: TestContext): Shared {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-shared-')))
  context.after(() => rmSync(top, { recursive: true, force: true }))
  chmodSync(top, 0o755)
  const [folder, home, marks] = ['shared', 'home', 'marks'].map((name) => join(top, name)) as [string, string, string]
  for (const path of [folder, home, marks]) mkdirSync(path)
  lchownSync(home, user.uid, user.gid)
  for (const path of [folder, marks]) chmodSync(path, 0o1777)
  const give = (path: string, { uid, gid }: User): void => {
    if (path === folder || existsSync(path)) return
    give(dirname(path), { uid, gid })
    mkdirSync(path)
    lchownSync(path, uid, gid)
  }
  return {
    folder,
    user,
    // The folder is root's: trust in it does not cover files that strangers put into it.
    env: { PATH: process.env['PATH'], HOME: home, NO_COLOR: '1', SLIPWAY_TRUST: '1', MARK: join(marks, 'mark') },
    write(owner, name, text, mode = 0o644) {
      const path = join(folder, name)
      give(dirname(path), owner)
      writeFileSync(path, text)
      chmodSync(path, mode)
      lchownSync(path, owner.uid, owner.gid)
    },
    ranAs() {
      const mark = join(marks, 'mark')
      return existsSync(mark) ? readFileSync(mark, 'utf8').trim() : undefined
    },
  }
}

const blueprint = `${version}resources:
  thing: { type: evil/thing, spec: { a: 1 } }
`
const harmless = `${version}resources: {}\n`
const marking = '#!/bin/sh\nid -u > "$MARK"\nexit 1\n'

/** Writes settings, and beside them a plugin that leaves its mark. */
function settingsOf(shared: Shared, owner: User): void {
  shared.write(owner, 'slipway.config.yaml', 'plugins: {path: [plugins], allowUnsafePaths: true}\n')
  shared.write(owner, 'plugins/providers/acme/evil/1.0.0/plugin', marking, 0o755)
}

function tasksOf(shared: Shared, owner: User): void {
  shared.write(owner, 'tasks/evil/metadata.yaml', 'name: evil\nversion: 1.0.0\n')
  shared.write(
    owner,
    'tasks/evil/tasks.yaml',
    '- stage: pre_deployment/1\n  role: ["*"]\n  type: shell\n  parameters: {cmd: id -u > "$MARK", timeout: 120}\n',
  )
}

function assertRefused({ code, stdout, stderr }: Ended, file: string): void {
  assert.equal(code, 1, stdout + stderr)
  assert.match(stderr, new RegExp(`does not read .*${file}: .* belongs to the user 12345`))
  assert.match(stderr, /cli\/unsafe-file/)
}

describe('a stranger’s file in a shared folder', { skip: skipWithoutOtherUsers, timeout: 240_000 }, () => {
  test('is not read as settings, and its plugin does not run', async (context) => {
    const shared = sharedFolder(context)
    shared.write(user, 'own.blueprint.yaml', blueprint, 0o600)
    settingsOf(shared, stranger)
    for (const args of [
      ['validate', 'own.blueprint.yaml'],
      ['up', '--yes', 'own.blueprint.yaml'],
      ['plugin', 'list'],
    ])
      assertRefused(await run(shared, args), 'slipway.config.yaml')
    assert.equal(shared.ranAs(), undefined)
  })

  test('is not read as stage tasks', async (context) => {
    const shared = sharedFolder(context)
    shared.write(user, 'own.blueprint.yaml', harmless, 0o600)
    tasksOf(shared, stranger)
    for (const args of [['plan'], ['up', '--yes'], ['tasks', 'run', '--yes']])
      assertRefused(await run(shared, [...args, 'own.blueprint.yaml']), 'metadata.yaml')
    assert.equal(shared.ranAs(), undefined)
  })

  test('is not read as a policy pack, an included blueprint or a found one', async (context) => {
    const shared = sharedFolder(context)
    shared.write(user, 'own.blueprint.yaml', `${version}include: {net: {path: net.yaml}}\nresources: {}\n`, 0o600)
    shared.write(stranger, 'net.yaml', 'root:x:0:0:his secret\n')
    const including = await run(shared, ['validate', 'own.blueprint.yaml'])
    assertRefused(including, 'net.yaml')
    assert.doesNotMatch(including.stderr, /his secret/)

    shared.write(user, 'slipway.config.yaml', 'policyPacks: [pack]\n')
    shared.write(user, 'plain.yaml', harmless)
    shared.write(stranger, 'pack/PulumiPolicy.yaml', 'runtime: nodejs\n')
    assertRefused(await run(shared, ['plan', 'plain.yaml']), 'PulumiPolicy.yaml')

    for (const name of ['own.blueprint.yaml', 'slipway.config.yaml']) rmSync(join(shared.folder, name))
    shared.write(stranger, 'his.blueprint.yaml', harmless)
    assertRefused(await run(shared, ['validate']), 'his.blueprint.yaml')
    // A blueprint that is named on the command line is read.
    const named = await run(shared, ['validate', 'his.blueprint.yaml'])
    assert.equal(named.code, 0, named.stderr)
  })

  test('is not used as a program from a parent folder', async (context) => {
    const shared = sharedFolder(context)
    shared.write(stranger, 'Pulumi.yaml', 'name: his\nruntime: nodejs\n')
    shared.write(user, 'mine/notes', '')
    assertRefused(await run({ ...shared, folder: join(shared.folder, 'mine') }, ['plan']), 'Pulumi.yaml')
  })

  test('is not used as the project file next to a blueprint', async (context) => {
    const shared = sharedFolder(context)
    shared.write(user, 'own.blueprint.yaml', harmless, 0o600)
    shared.write(user, 'mine/pulumi-resource-mine', marking, 0o755)
    const named = 'plugins: {providers: [{name: mine, path: mine}]}\n'
    shared.write(stranger, 'Pulumi.yaml', `name: his\nruntime: nodejs\n${named}`)
    for (const args of [['schema'], ['plan', 'own.blueprint.yaml']])
      assertRefused(await run(shared, args), 'Pulumi.yaml')
    assert.equal(shared.ranAs(), undefined)
  })

  test('is not used as the package.json next to a blueprint', async (context) => {
    const shared = sharedFolder(context)
    shared.write(user, 'own.blueprint.yaml', blueprint, 0o600)
    const slipway = { kind: 'provider', id: 'acme/evil', file: 'plugin' }
    shared.write(user, 'node_modules/mine/package.json', JSON.stringify({ version: '1.0.0', slipway }))
    shared.write(user, 'node_modules/mine/plugin', marking, 0o755)
    shared.write(stranger, 'package.json', '{ "dependencies": { "mine": "1" } }')
    for (const args of [
      ['plugin', 'list'],
      ['plan', 'own.blueprint.yaml'],
    ])
      assertRefused(await run(shared, args), 'package.json')
    // A stranger's package is not loaded either, whoever names it.
    rmSync(join(shared.folder, 'package.json'))
    shared.write(user, 'package.json', '{ "dependencies": { "his": "1" } }')
    shared.write(stranger, 'node_modules/his/package.json', JSON.stringify({ version: '1.0.0', slipway }))
    shared.write(stranger, 'node_modules/his/plugin', marking, 0o755)
    const { code, stderr } = await run(shared, ['up', '--yes', 'own.blueprint.yaml'])
    assert.equal(code, 1)
    assert.match(stderr, /acme\/evil is not launched: .*his.* belongs to .*\[host\/unsafe-plugin\]/)
    assert.equal(shared.ranAs(), undefined)
  })

  test('is read if the user put it there', async (context) => {
    const shared = sharedFolder(context)
    shared.write(user, 'own.blueprint.yaml', harmless, 0o600)
    settingsOf(shared, user)
    tasksOf(shared, user)
    const { code, stdout, stderr } = await run(shared, ['up', '--yes'])
    assert.equal(code, 0, stdout + stderr)
    assert.equal(shared.ranAs(), String(user.uid))
    for (const args of [['config', 'show'], ['plugin', 'list'], ['plan']])
      assert.match((await run(shared, args)).stderr, /:1: plugins\.allowUnsafePaths is ignored/, args.join(' '))
    assert.match(
      stderr,
      /slipway\.config\.yaml:1: plugins\.allowUnsafePaths is ignored, .* set it in .*home\/\.config\/slipway/,
    )
  })
})
