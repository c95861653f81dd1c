import { describe, test } from '../../../../test/cases.ts'
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import {
  cpSync,
  existsSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import type { AddressInfo } from 'node:net'
import { basename, dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseManifest } from '../manifest/manifest.ts'
import { FilePolicy } from '../policies/file-policy.ts'
import { archiveSignatureOf, signatureOf } from '../policies/signature.ts'
import { digestOf, writeArchive } from '../testing/test-archive.ts'
import { manifestTextOf, shellHook, sleeper, TestNode, type WrittenManifest } from '../testing/test-node.ts'

const stay = '#!/bin/sh\nexec sleep 600\n'

const hoist = (location: string, more: object = {}): WrittenManifest => ({
  id: 'web',
  launchables: { server: { type: 'hoist', location, ...more } },
  graceMs: 2000,
})

/** The leader of the group of a program, which starts it again. */
function shimOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[2])
}

/** The pid of the pod when it is no longer the earlier one. */
async function running(node: TestNode, before: number): Promise<number> {
  for (;;) {
    const { state, pid } = (await node.reality('web')) ?? {}
    if (state === 'running' && pid !== undefined && pid !== before) return pid
    await sleep(5)
  }
}

/** Serves the files of a folder. */
async function serve(context: TestContext, folder: string): Promise<string> {
  const server = createServer((request, response) => {
    const file = join(folder, basename(request.url ?? ''))
    response.statusCode = existsSync(file) ? 200 : 404
    response.end(existsSync(file) ? readFileSync(file) : '')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  context.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Waits until the launched code has written this text, if it has begun to write at all. */
async function logs(log: string, text: string): Promise<void> {
  while (!existsSync(log) || readFileSync(log, 'utf8') !== text) await sleep(5)
}

/** Waits until the launched code has written this line, beside others. */
async function says(log: string, line: string): Promise<void> {
  while (!existsSync(log) || !readFileSync(log, 'utf8').split('\n').includes(line)) await sleep(5)
}

describe('a hoist launchable', { skip: process.platform !== 'linux' }, () => {
  test('comes over HTTP, runs bin/launch where it lies, and keeps its last version for a rollback', async (context) => {
    const node = await TestNode.start(context)
    const url = await serve(context, node.root)
    const log = join(node.root, 'scripts')
    for (const version of ['one', 'two', 'three']) {
      const say = (script: string): string => `#!/bin/sh\necho ${version} ${script} >> ${log}\n`
      writeArchive(join(node.root, `web_${version}.tar.gz`), {
        'bin/launch': `#!/bin/sh\necho ${version} launch >> ${log}; echo "$LAUNCHABLE_ID $ENTRY_POINT"\ncd . && exec sleep 600\n`,
        'bin/enable': say('enable'),
        'bin/disable': say('disable'),
        'bin/post-activate': say('post-activate'),
      })
    }
    const link = (name: 'current' | 'last'): string => readlinkSync(node.layout.link('pod', 'web', 'server', name))
    const one = await node.schedule(hoist(`${url}/web_one.tar.gz`))
    await node.becomes('web', 'running', one.hash)
    await says(log, 'one launch')
    const first = link('current')
    assert.equal(dirname(first), node.layout.installs('pod', 'web', 'server'))
    assert.match(basename(first), /^web_one_/)

    const two = await node.schedule(hoist(`${url}/web_two.tar.gz`))
    const { before } = await node.becomes('web', 'running', two.hash)
    await says(log, 'two launch')
    assert.equal(link('last'), first)
    assert.equal(before, one.text)
    const three = await node.schedule(hoist(`${url}/web_three.tar.gz`))
    await node.becomes('web', 'running', three.hash)
    await says(log, 'three launch')
    assert.match(basename(link('last')), /^web_two_/)
    assert.equal(existsSync(first), false)

    await node.unschedule('web')
    await node.becomes('web', 'gone')
    const scripts = ['post-activate', 'launch', 'enable', 'disable']
    const said = readFileSync(log, 'utf8').trim().split('\n')
    // A program and the scripts after its start run side by side.
    assert.deepEqual(
      said.sort(),
      ['one', 'two', 'three'].flatMap((version) => scripts.map((name) => `${version} ${name}`)).sort(),
    )
  })

  test('that is missing is tried again, from before_install', async (context) => {
    const node = await TestNode.start(context)
    const moments = join(node.root, 'moments')
    await node.schedule(shellHook('note', `echo $HOOK_EVENT $HOOK_ATTEMPT >> ${moments}`), 'hook')
    await node.becomes('note', 'running')
    const url = await serve(context, node.root)
    await node.schedule(hoist(`${url}/web.tar.gz`))
    const { reason = '' } = await node.becomes('web', 'retrying')
    assert.match(reason, /cannot be fetched: the server answers 404/)
    writeArchive(join(node.root, 'web.tar.gz'), { 'bin/launch': stay })
    const { attempts } = await node.becomes('web', 'running')
    const before = readFileSync(moments, 'utf8').match(/^before_install \d+$/gm)
    assert.deepEqual(
      before,
      Array.from({ length: attempts }, (_, index) => `before_install ${index + 1}`),
    )
  })

  test('with a wrong digest is not authorised, under any policy, and its code can be inspected', async (context) => {
    const node = await TestNode.start(context)
    const seen = join(node.root, 'seen')
    await node.schedule(shellHook('note', `cat >> ${seen}`, { moments: ['after_auth_fail'] }), 'hook')
    await node.becomes('note', 'running')
    const file = join(node.root, 'web.tar.gz')
    const digest = writeArchive(file, { 'bin/launch': stay })
    const wrong = `sha256:${'0'.repeat(64)}`
    await node.schedule(hoist(file, { digest: wrong }))
    const { reason = '' } = await node.becomes('web', 'unauthorised')
    assert.match(reason, new RegExp(`has the digest ${digest}, not ${wrong}`))
    const context2 = JSON.parse(readFileSync(seen, 'utf8')) as { installed: boolean; reason: string }
    assert.deepEqual([context2.installed, context2.reason], [true, reason])
    await node.schedule(hoist(file, { digest }))
    await node.becomes('web', 'running')
  })

  test('that arrives whole with another digest is refused at once, also when it cannot be unpacked', async (context) => {
    const node = await TestNode.start(context)
    const seen = join(node.root, 'seen')
    await node.schedule(shellHook('note', `cat >> ${seen}`, { moments: ['after_auth_fail'] }), 'hook')
    await node.becomes('note', 'running')
    const file = join(node.root, 'web.tar.gz')
    const digest = writeArchive(file, { 'bin/launch': stay })
    const good = readFileSync(file)
    for (const bytes of [Buffer.concat([good, Buffer.from('tamper')]), Buffer.from('none at all'), good.subarray(9)]) {
      rmSync(seen, { force: true })
      writeFileSync(file, bytes)
      const { hash } = await node.schedule({ ...hoist(file, { digest }), env: { OF: bytes.length } })
      const { reason = '', attempts } = await node.becomes('web', 'unauthorised', hash)
      assert.match(reason, new RegExp(`the archive of server has the digest sha256:[0-9a-f]{64}, not ${digest}`))
      assert.equal(attempts, 1)
      const told = JSON.parse(readFileSync(seen, 'utf8')) as { installed: boolean }
      assert.equal(told.installed, false)
    }
    writeFileSync(file, good)
    await node.schedule(hoist(file, { digest }))
    await node.becomes('web', 'running')
  })

  test('with the right digest that cannot be unpacked is a failed installation', async (context) => {
    const node = await TestNode.start(context)
    const file = join(node.root, 'web.tar.gz')
    writeFileSync(file, 'none at all')
    for (const more of [{}, { digest: digestOf(file) }]) {
      const { hash } = await node.schedule(hoist(file, more))
      assert.match((await node.becomes('web', 'retrying', hash)).reason ?? '', /neither a \.tar\.gz nor/)
    }
  })

  test('that arrives shorter than announced is a failed installation, and tried again', async (context) => {
    const node = await TestNode.start(context)
    const file = join(node.root, 'web.tar.gz')
    const digest = writeArchive(file, { 'bin/launch': stay })
    const bytes = readFileSync(file)
    let isWhole = false
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': bytes.length })
      if (isWhole) response.end(bytes)
      else response.write(bytes.subarray(0, 100), () => response.destroy())
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    context.after(() => server.close())
    const { port } = server.address() as AddressInfo
    await node.schedule(hoist(`http://127.0.0.1:${port}/web.tar.gz`, { digest }))
    const { reason = '' } = await node.becomes('web', 'retrying')
    assert.match(reason, /cannot be fetched/)
    isWhole = true
    await node.becomes('web', 'running')
  })

  test('is installed anew when its files have changed', async (context) => {
    const node = await TestNode.start(context)
    const [file, log] = [join(node.root, 'web.tar.gz'), join(node.root, 'log')]
    const digest = writeArchive(file, { 'bin/launch': `#!/bin/sh\necho good >> ${log}\nexec sleep 600\n`, data: 'x' })
    await node.schedule(hoist(file, { digest }))
    const { pid = 0 } = await node.becomes('web', 'running')
    await logs(log, 'good\n')
    const folder = readlinkSync(node.layout.link('pod', 'web', 'server', 'current'))
    await node.stop()
    process.kill(-shimOf(pid), 'SIGKILL')
    writeFileSync(join(folder, 'bin/launch'), `#!/bin/sh\necho evil >> ${log}\nexec sleep 600\n`)
    writeFileSync(join(folder, 'bin/enable'), `#!/bin/sh\necho added >> ${log}\n`, { mode: 0o755 })
    await node.start()
    await logs(log, 'good\ngood\n')
    await node.becomes('web', 'running')
    assert.ok(node.events.some((event) => /bin\/launch has different content/.test(event)))
  })

  test('is not restarted by its restart rule once its files have changed, and is installed anew', async (context) => {
    const node = await TestNode.start(context)
    const [file, log] = [join(node.root, 'web.tar.gz'), join(node.root, 'log')]
    writeArchive(file, { 'bin/launch': `#!/bin/sh\necho good >> ${log}\nexec sleep 600\n` })
    await node.schedule({ ...hoist(file), restart: { policy: 'always', backoffMs: 1 } })
    const { pid = 0 } = await node.becomes('web', 'running')
    const code = readlinkSync(node.layout.link('pod', 'web', 'server', 'current'))
    const launch = join(code, 'bin/launch')
    // A new time on a file, or a file that the pod adds, does not prevent a restart.
    utimesSync(launch, 1, 1)
    writeFileSync(join(code, 'own.log'), '')
    await logs(log, 'good\n')
    process.kill(pid, 'SIGKILL')
    await logs(log, 'good\ngood\n')
    const again = await running(node, pid)
    assert.equal((await node.reality('web'))?.attempts, 1)
    writeFileSync(launch, `#!/bin/sh\necho evil >> ${log}\nexec sleep 600\n`)
    process.kill(again, 'SIGKILL')
    await logs(log, 'good\ngood\ngood\n')
    await running(node, again)
    assert.equal((await node.reality('web'))?.attempts, 2)
  })

  test('in a root with an earlier version’s folders is installed in the new place', async (context) => {
    const node = await TestNode.start(context)
    const file = join(node.root, 'web.tar.gz')
    writeArchive(file, { 'bin/launch': stay })
    await node.schedule(hoist(file))
    const { pid = 0 } = await node.becomes('web', 'running')
    await node.stop()
    process.kill(-shimOf(pid), 'SIGKILL')
    const shown = node.layout.shownInstalls('pod', 'web', 'server')
    const current = node.layout.link('pod', 'web', 'server', 'current')
    const version = basename(readlinkSync(current))
    for (const link of [shown, current]) rmSync(link)
    renameSync(node.layout.installs('pod', 'web', 'server'), shown)
    rmSync(node.layout.allInventories('pod', 'web'), { recursive: true })
    symlinkSync(join(shown, version), current)
    await node.start()
    while ((await node.reality('web'))?.attempts !== 2) await sleep(5)
    await node.becomes('web', 'running')
    assert.equal(readlinkSync(shown), node.layout.installs('pod', 'web', 'server'))
    assert.equal(dirname(readlinkSync(current)), readlinkSync(shown))
  })

  test('with only newer timestamps is read, and runs again without a download', async (context) => {
    const node = await TestNode.start(context)
    const file = join(node.root, 'web.tar.gz')
    writeArchive(file, { 'bin/launch': stay, 'lib/data': 'x' })
    await node.schedule(hoist(file))
    const { pid = 0 } = await node.becomes('web', 'running')
    const folder = readlinkSync(node.layout.link('pod', 'web', 'server', 'current'))
    await node.stop()
    process.kill(-shimOf(pid), 'SIGKILL')
    rmSync(file)
    cpSync(folder, `${folder}.copy`, { recursive: true })
    rmSync(folder, { recursive: true })
    renameSync(`${folder}.copy`, folder)
    utimesSync(join(folder, 'lib/data'), 1, 1)
    writeFileSync(join(folder, 'own.log'), 'of the pod itself')
    await node.start()
    while ((await node.reality('web'))?.pid === pid) await sleep(5)
    const { attempts } = await node.becomes('web', 'running')
    assert.equal(attempts, 1)
    assert.ok(existsSync(join(folder, 'own.log')))
  })

  test('gets no before_launch when bin/disable of the old one fails', async (context) => {
    const node = await TestNode.start(context)
    const moments = join(node.root, 'moments')
    await node.schedule(shellHook('note', `echo $HOOK_EVENT >> ${moments}`, { pods: ['web'] }), 'hook')
    await node.becomes('note', 'running')
    const [old, next] = [join(node.root, 'old.tar.gz'), join(node.root, 'next.tar.gz')]
    const ready = join(node.root, 'ready')
    writeArchive(old, { 'bin/launch': stay, 'bin/disable': `#!/bin/sh\ntest -e ${ready}\n` })
    writeArchive(next, { 'bin/launch': stay })
    await node.schedule(hoist(old))
    await node.becomes('web', 'running')
    rmSync(moments)
    const { hash } = await node.schedule(hoist(next))
    const { reason = '' } = await node.becomes('web', 'retrying', hash)
    assert.match(reason, /bin\/disable of server: exit code 1/)
    assert.doesNotMatch(readFileSync(moments, 'utf8'), /before_launch/)
    writeFileSync(ready, '')
    await node.becomes('web', 'running', hash)
  })
})

describe('a policy in a file', { skip: process.platform !== 'linux' }, () => {
  test('allows the entries of its list, and is read again when it has changed', async (context) => {
    const node = await TestNode.start(context, {
      policyText: 'type: allow\npods: [api]\n',
      policy: (file) => new FilePolicy(file),
    })
    await node.schedule(sleeper('api', 'one'))
    await node.becomes('api', 'running')
    await node.schedule(sleeper('web', 'one'))
    const { reason } = await node.becomes('web', 'unauthorised')
    assert.equal(reason, 'the pod web is not on the list of allowed pods')
    node.file('policy.yaml', 'type: allow\npods: [api, web]\n')
    await node.becomes('web', 'running')
    node.file('policy.yaml', 'type: nonsense\n')
    await sleep(50)
    await node.schedule(sleeper('job', 'one'))
    assert.match((await node.becomes('job', 'unauthorised')).reason ?? '', /the policy cannot be read/)
    assert.equal((await node.reality('web'))?.state, 'running')
  })

  test('accepts anything signed by a key of its keyring, code included', async (context) => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const raw = Buffer.from(publicKey.replaceAll(/-----.*-----|\n/g, ''), 'base64')
      .subarray(-32)
      .toString('base64')
    const policyText = JSON.stringify({ type: 'signature', keys: [raw] })
    const node = await TestNode.start(context, { policyText, policy: (file) => new FilePolicy(file) })
    const file = join(node.root, 'web.tar.gz')
    const digest = writeArchive(file, { 'bin/launch': stay })
    const signed = (manifest: WrittenManifest): WrittenManifest => ({
      ...manifest,
      signature: signatureOf(parseManifest(manifestTextOf(manifest)), privateKey),
    })
    const refusals: readonly (readonly [WrittenManifest, RegExp])[] = [
      [hoist(file, { digest }), /is not signed$/],
      [{ ...signed(hoist(file, { digest })), env: { A: 'b' } }, /is not signed by a key/],
      [signed(hoist(file)), /neither the digest nor a signature of the archive of server/],
      [
        signed(hoist(file, { signature: archiveSignatureOf(`sha256:${'0'.repeat(64)}`, privateKey) })),
        /archive of server is not signed by a key/,
      ],
    ]
    for (const [manifest, expected] of refusals) {
      const { hash } = await node.schedule(manifest)
      assert.match((await node.becomes('web', 'unauthorised', hash)).reason ?? '', expected)
    }
    const { hash } = await node.schedule(signed(hoist(file, { digest })))
    await node.becomes('web', 'running', hash)
    const next = await node.schedule(signed(hoist(file, { signature: archiveSignatureOf(digest, privateKey) })))
    await node.becomes('web', 'running', next.hash)

    // One manifest, and several archives in turn at one location, each with its signature beside it.
    const beside = join(node.root, 'web.tar.gz.sig')
    const publish = (launch: string, key = privateKey): void => {
      const found = writeArchive(file, { 'bin/launch': launch })
      writeFileSync(beside, `${archiveSignatureOf(found, key)}\n`)
    }
    const manifest = signed(hoist(file, { signature: beside }))
    const current = (): string =>
      readFileSync(join(node.layout.link('pod', 'web', 'server', 'current'), 'bin/launch'), 'utf8')
    for (const launch of [`${stay}# one`, `${stay}# two`]) {
      publish(launch)
      const { hash: own } = await node.schedule(manifest)
      await node.becomes('web', 'running', own)
      assert.equal(current(), launch)
      await node.unschedule('web')
      await node.becomes('web', 'gone')
    }
    const stranger = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
    publish(`${stay}# three`, String(stranger))
    await node.schedule(manifest)
    assert.match((await node.becomes('web', 'unauthorised')).reason ?? '', /archive of server is not signed by a key/)
    writeFileSync(file, 'no archive')
    const broken = await node.schedule(signed({ ...hoist(file, { signature: beside }), env: { A: 'b' } }))
    assert.match((await node.becomes('web', 'unauthorised', broken.hash)).reason ?? '', /is not signed by a key/)
  })
})
