/** `slipway trust`: a folder is trusted, is listed, and is no longer trusted. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { World } from './world.ts'

describe('slipway trust', () => {
  test('shows what a folder may run, lists it with its repository, and forgets it', async (t) => {
    const world = new World(t)
    world.write('slipway.config.yaml', 'plugins:\n  path: [./plugins]\nproviders:\n  aws: { token: "env:TOKEN" }\n')
    world.write('.git/config', '[remote "origin"]\n\turl = https://me:secret@example.com/app.git\n')
    const made = await world.run(['trust'])
    assert.equal(made.code, 0, made.stderr)
    assert.equal(
      made.stdout,
      `${world.clone} is trusted: it may run or read\n` +
        '  plugin path ./plugins (slipway.config.yaml:2)\n' +
        '  providers.aws.token, which points to env:TOKEN (slipway.config.yaml:4)\n',
    )
    const { stdout: list } = await world.run(['trust', '--list'])
    assert.match(list, /^FOLDER +OWNER +REPOSITORY\n/)
    assert.match(list, new RegExp(`^${world.clone} +\\d+ +https://example.com/app.git$`, 'm'))
    const { stdout: json } = await world.run(['trust', '--list', '--json'])
    assert.equal((JSON.parse(json) as readonly { folder: string }[])[0]?.folder, world.clone)
    const removed = await world.run(['trust', '--remove'])
    assert.equal(removed.stdout, `${world.clone} is no longer trusted\n`)
    const empty = await world.run(['trust', '--list'])
    assert.deepEqual([empty.stdout, empty.code], ['', 0])
    assert.match(empty.stderr, /You trust no folder/)
  })

  test('removes a missing folder, and names one that still covers it', async (t) => {
    const world = new World(t)
    const below = join(world.clone, 'below')
    mkdirSync(below)
    await world.run(['trust'])
    await world.run(['trust', below])
    const { stdout } = await world.run(['trust', '--remove', 'below'])
    assert.match(stdout, new RegExp(`${below} is no longer trusted; ${world.clone} still covers it`))
    const again = await world.run(['trust', '--remove', 'below'])
    assert.match(again.stdout, /was not trusted; /)
    assert.equal(again.code, 0)
  })

  test('trusts and lists a group, and withdraws that', async (t) => {
    const world = new World(t)
    const [name = '', , gid = ''] = readFileSync('/etc/group', 'utf8').split('\n').at(-2)?.split(':') ?? []
    const made = await world.run(['trust', '--group', name])
    assert.equal(made.code, 0, made.stderr)
    assert.match(made.stdout, new RegExp(`^files of the group ${name} \\(${gid}\\) count as yours`))
    const { stdout: list } = await world.run(['trust', '--list'])
    assert.match(list, new RegExp(`^the group ${name} \\(${gid}\\): its files count as yours$`, 'm'))
    const { stdout: json } = await world.run(['trust', '--list', '--json'])
    assert.deepEqual(JSON.parse(json), [{ group: name, gid: Number(gid) }])
    const removed = await world.run(['trust', '--group', gid, '--remove'])
    assert.equal(removed.stdout, `the group ${name} (${gid}) is no longer trusted\n`)
    assert.equal((await world.run(['trust', '--list', '--json'])).stdout.trim(), '[]')
    const unknown = await world.run(['trust', '--group', 'no-such-group'])
    assert.equal(unknown.code, 1)
    assert.match(unknown.stderr, /this machine has no group "no-such-group".*\[cli\/no-such-group\]/)
  })

  test('accepts only folders', async (t) => {
    const world = new World(t)
    writeFileSync(join(world.clone, 'file'), '')
    for (const name of ['file', 'absent']) {
      const { code, stderr } = await world.run(['trust', name])
      assert.equal(code, 1)
      assert.match(stderr, /there is no folder .*\[cli\/no-such-file\]/)
    }
    const { stderr } = await world.run(['trust', '--list', '.'])
    assert.match(stderr, /\[cli\/usage\]/)
  })

  test('happens automatically for a folder that plugin new writes', async (t) => {
    const world = new World(t)
    await world.run(['plugin', 'new', 'mine', '--no-install'])
    const { stdout } = await world.run(['trust', '--list'])
    assert.match(stdout, new RegExp(`^${join(world.clone, 'mine')} `, 'm'))
    world.forget('home/.config/slipway/trusted')
    world.write('../home/.config/slipway/trusted', 'no folder')
    const { code, stderr } = await world.run(['plugin', 'new', 'other', '--no-install'])
    assert.equal(code, 0, stderr)
  })
})
