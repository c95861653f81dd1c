import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parseDescriptor } from '../../descriptor/parse.ts'
import { createHttpClient } from '../../net/create-http-client.ts'
import { GitServer } from '../../testing/servers/git-server.ts'
import { createSources } from '../create-sources.ts'
import type { Access } from '../source.ts'
import { gitServerSource } from './git-server.ts'

const base = mkdtempSync(join(tmpdir(), 'slipway-git-server-'))
const { signal } = new AbortController()
const access: Access = {
  http: createHttpClient({ env: {}, signal }),
  signal,
  env: { PATH: process.env['PATH'], HOME: base },
  isOffline: false,
  progress: () => {},
}
let server: GitServer
let commit = ''
before(async () => {
  server = await GitServer.start()
  for (const [name, tags] of [
    ['tagged', ['v1.0.0', 'v1.1.0', 'latest', '2.0.0']],
    ['plain', []],
  ] as const) {
    const { clone, git } = server.create(name)
    writeFileSync(join(clone, 'PulumiPlugin.yaml'), 'runtime: nodejs\n')
    git('add', '.')
    git('commit', '--quiet', '-m', 'one')
    for (const tag of tags) git('tag', tag)
    commit = git('rev-parse', 'HEAD')
    git('push', '--quiet', 'origin', 'main', '--tags')
  }
})
after(async () => {
  await server.stop()
  rmSync(base, { recursive: true })
})

const descriptorAt = (place: string) =>
  parseDescriptor({ source: 'pulumi:signal', server: `git://${place}` }, { cwd: '/' })
const described = (name: string) => descriptorAt(`${new URL(server.url).host}/${name}`)
const originOf = (place: string): string => gitServerSource.origin(descriptorAt(place))

describe('a repository that serves a plugin of Pulumi', () => {
  test('has its tags as versions, and the folder at one of them', async () => {
    const descriptor = described('tagged')
    assert.equal(createSources().find((source) => source.serves(descriptor))?.name, 'git')
    assert.deepEqual(await gitServerSource.versions(descriptor, access), [{ version: '1.0.0' }, { version: '1.1.0' }])
    const offer = await gitServerSource.offer(descriptor, '1.1.0', 'linux-amd64', access)
    assert.deepEqual([offer.descriptor, offer.origin], [descriptor, `git+${server.url}/tagged`])
    const into = { file: join(base, 'file'), folder: join(base, 'tree') }
    assert.equal((await gitServerSource.fetch(offer, into, access)).as, 'folder')
    assert.ok(existsSync(join(into.folder, 'PulumiPlugin.yaml')))
  })

  test('has its newest commit where no tag is a version', async () => {
    const descriptor = described('plain')
    const version = `0.0.0-x${commit}`
    assert.deepEqual(await gitServerSource.versions(descriptor, access), [{ version }])
    assert.equal((await gitServerSource.offer(descriptor, version, 'linux-amd64', access)).at, commit)
  })

  test('is asked over https, and may have a folder after its two names on GitHub', () => {
    assert.equal(originOf('github.com/acme/plugins/signal/x'), 'git+https://github.com/acme/plugins#signal/x')
    assert.equal(originOf('git.example.com/a/b/c'), 'git+https://git.example.com/a/b/c')
    assert.throws(() => originOf('git.example.com/'), { code: 'install/bad-descriptor' })
  })
})
