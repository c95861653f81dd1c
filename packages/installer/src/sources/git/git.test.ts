import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parseDescriptor } from '../../descriptor/parse.ts'
import { createHttpClient } from '../../net/create-http-client.ts'
import { GitServer } from '../../testing/servers/git-server.ts'
import type { Access } from '../source.ts'
import { gitSource } from './git.ts'

const base = mkdtempSync(join(tmpdir(), 'slipway-git-'))
let server: GitServer
let first = ''
let second = ''
let repository: ReturnType<GitServer['create']>

before(async () => {
  server = await GitServer.start()
  repository = server.create('signal.git')
  const { clone, git } = repository
  mkdirSync(join(clone, 'plugins/signal'), { recursive: true })
  writeFileSync(join(clone, 'plugins/signal/PulumiPlugin.yaml'), 'runtime: nodejs\n')
  writeFileSync(join(clone, 'readme'), 'one\n')
  git('add', '.')
  git('commit', '--quiet', '-m', 'one')
  git('tag', '-a', 'v1.0.0', '-m', 'one')
  first = git('rev-parse', 'HEAD')
  writeFileSync(join(clone, 'readme'), 'two\n')
  git('commit', '--quiet', '-am', 'two')
  second = git('rev-parse', 'HEAD')
  git('push', '--quiet', 'origin', 'main', 'v1.0.0')
})
after(async () => {
  await server.stop()
  rmSync(base, { recursive: true })
})

function accessWith(more: Partial<Access> = {}): Access {
  const signal = new AbortController().signal
  const { PATH } = process.env
  const http = createHttpClient({ env: {}, signal, isOffline: false })
  const env = { PATH, HOME: base, GIT_CONFIG_NOSYSTEM: '1', GIT_DIR: '/nowhere' }
  return { http, signal, env, isOffline: false, progress: () => undefined, ...more }
}

function described(ending: string, name = 'signal.git') {
  return parseDescriptor(`git+${server.url}/${name}${ending}`, { cwd: '/' })
}

async function bring(ending: string, name?: string, access = accessWith()): Promise<string> {
  const descriptor = described(ending, name)
  const [offered] = await gitSource.versions(descriptor, access)
  const offer = await gitSource.offer(descriptor, offered?.version ?? '', 'linux-amd64', access)
  const into = mkdtempSync(join(base, 'into-'))
  assert.deepEqual(await gitSource.fetch(offer, { file: join(into, 'part'), folder: join(into, 'tree') }, access), {
    as: 'folder',
  })
  assert.deepEqual(readdirSync(into), ['tree'], 'nothing is left beside the tree')
  return join(into, 'tree')
}

async function versionOf(ending: string): Promise<string | undefined> {
  return (await gitSource.versions(described(ending), accessWith()))[0]?.version
}

describe('the source git', () => {
  test('takes a tag as its version, and a branch or a commit as its commit', async () => {
    assert.equal(await versionOf('@v1.0.0'), '1.0.0')
    assert.equal(await versionOf('@main'), `0.0.0-x${second}`)
    assert.equal(await versionOf(''), `0.0.0-x${second}`)
    assert.equal(await versionOf(`@${first}`), `0.0.0-x${first}`)
  })

  test('brings the files of a tag, of a commit and of a folder, without git’s own', async () => {
    assert.equal(readFileSync(join(await bring('@v1.0.0'), 'readme'), 'utf8'), 'one\n')
    const whole = await bring(`@${second}`)
    assert.equal(readFileSync(join(whole, 'readme'), 'utf8'), 'two\n')
    assert.equal(existsSync(join(whole, '.git')), false)
    assert.deepEqual(readdirSync(await bring('@v1.0.0#plugins/signal')), ['PulumiPlugin.yaml'])
  })

  test('offers a pin, with which a moved tag brings the same files', async () => {
    const descriptor = described('@v1.0.0')
    const { pin = '' } = await gitSource.offer(descriptor, '1.0.0', 'linux-amd64', accessWith())
    assert.equal(pin, first)
    const pinned = gitSource.pinned?.(descriptor, pin) ?? descriptor
    repository.git('push', '--quiet', '--force', 'origin', `${second}:refs/tags/v1.0.0`)
    try {
      assert.equal((await gitSource.offer(pinned, '1.0.0', 'linux-amd64', accessWith())).at, first)
      assert.equal((await gitSource.offer(descriptor, '1.0.0', 'linux-amd64', accessWith())).at, second)
    } finally {
      repository.git('push', '--quiet', '--force', 'origin', 'v1.0.0:refs/tags/v1.0.0')
    }
  })

  test('names a missing tag, folder or repository', async () => {
    await assert.rejects(bring('@v9'), { code: 'install/not-found', message: /neither a tag nor a branch v9/ })
    await assert.rejects(bring('@main#nothing'), { code: 'install/not-found', message: /no folder nothing/ })
    await assert.rejects(bring('', 'nothing.git'), {
      code: 'install/unreachable',
      message: /git cannot fetch .*: fatal: /,
    })
    await assert.rejects(bring(`@${'a'.repeat(40)}`), { code: 'install/unreachable' })
  })

  test('asks nobody while offline, and uses http only on this machine', async () => {
    const asked = server.requests.length
    await assert.rejects(bring('', undefined, accessWith({ isOffline: true })), { code: 'install/offline' })
    const far = parseDescriptor('git+http://example.com/r.git', { cwd: '/' })
    await assert.rejects(gitSource.versions(far, accessWith()), { code: 'install/insecure-url' })
    assert.equal(server.requests.length, asked)
  })

  test('runs no hook, filter or submodule of a repository, and follows no link out of it', async () => {
    const mark = join(base, 'mark')
    const { clone, git } = server.create('evil.git')
    writeFileSync(join(clone, '.gitattributes'), '* filter=evil\n')
    writeFileSync(
      join(clone, '.gitmodules'),
      `[submodule "a"]\n\tpath = a\n\turl = ext::touch ${mark}\n[filter "evil"]\n\tsmudge = touch ${mark}\n`,
    )
    mkdirSync(join(clone, 'hooks'))
    writeFileSync(join(clone, 'hooks/post-checkout'), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 })
    git('add', '.')
    git('update-index', '--add', '--cacheinfo', `160000,${first},a`)
    git('commit', '--quiet', '-m', 'evil')
    git('push', '--quiet', 'origin', 'main')
    assert.equal(existsSync(join(await bring('', 'evil.git'), 'hooks/post-checkout')), true)
    assert.equal(existsSync(mark), false)
    symlinkSync('/etc/passwd', join(clone, 'link'))
    git('add', 'link')
    git('commit', '--quiet', '-m', 'link')
    git('push', '--quiet', 'origin', 'main')
    await assert.rejects(bring('', 'evil.git'), { code: 'install/bad-folder' })
  })

  test('stops when it is cancelled, and leaves nothing', async () => {
    const signal = AbortSignal.abort(new Error('told to stop'))
    await assert.rejects(bring('', undefined, accessWith({ signal })), /told to stop/)
  })
})
