import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from '@slipway/processes'
import { describe, test } from '../../../../../test/cases.ts'
import { runNow } from '../../../../../test/ledger/command.ts'

const launcher = new URL('../../../bin/slipway', import.meta.url).pathname

interface Status {
  readonly node: string
  readonly pod: string
  readonly state: string
  readonly manifest?: string
  readonly pid?: number
}

/** A folder with a root, and commands that use it. */
function sandbox(context: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-node-cli-'))
  const env = { ...process.env, CI: 'true', FORCE_COLOR: undefined, NODE_TEST_CONTEXT: undefined }
  const slipway = (...args: readonly string[]) => {
    const given = ['node', ...args, ...(args[0] === 'sign' ? [] : ['--root', 'root'])]
    const { code, stdout, stderr } = runNow({ folder, env }, ...given)
    return { code, out: stdout, err: stderr }
  }
  const children: ChildProcess[] = []
  const start = async (...args: readonly string[]) => {
    const child = spawn(launcher, ['node', 'run', '--root', 'root', '--name', 'week', ...args], { cwd: folder, env })
    children.push(child)
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => void (said += String(chunk)))
    while (!said.includes('The preparer of week works in')) {
      assert.equal(child.exitCode, null, said)
      await sleep(20)
    }
    return async (): Promise<number> => {
      child.kill('SIGTERM')
      const [code] = child.exitCode === null ? ((await once(child, 'exit')) as [number]) : [child.exitCode]
      return code
    }
  }
  const status = (): readonly Status[] => JSON.parse(slipway('status', '--json').out) as Status[]
  const becomes = async (pod: string, state: string | undefined): Promise<Status | undefined> => {
    for (;;) {
      const found = status().find((entry) => entry.pod === pod)
      if (found?.state === state) return found
      await sleep(20)
    }
  }
  context.after(async () => {
    // Ends the children of a failed test.
    for (const child of children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    }
    for (const { pod, node } of status()) {
      slipway('unschedule', pod)
      slipway('unschedule', pod, '--hook')
      slipway('unschedule', pod, '--node', node)
    }
    const end = await start('--accept-intent')
    while (status().length > 0) await sleep(20)
    await end()
    rmSync(folder, { recursive: true, force: true })
  })
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
  return { folder, slipway, start, status, becomes, write }
}

const web = (words: string, more = ''): string =>
  `id: web\nlaunchables:\n  main: {type: command, command: [sh, -c, "echo ${words}; exec sleep 600"]}\n${more}`

describe('slipway node', { skip: process.platform !== 'linux' }, () => {
  test('runs, shows, rolls back, drains and removes a pod; TERM ends the preparer, and its pods go on', async (context) => {
    const { slipway, start, status, becomes, write } = sandbox(context)
    write('web.yaml', web('one'))
    write(
      'note.yaml',
      'id: note\nlaunchables: {main: {type: command, command: ["true"]}}\nhook: {moments: [after_launch]}\n',
    )
    assert.deepEqual(status(), [])
    let end = await start()
    assert.equal(slipway('schedule', 'note.yaml', '--hook').code, 0)
    await becomes('note', 'running')
    assert.equal(slipway('schedule', 'web.yaml').code, 0)
    const one = await becomes('web', 'running')
    assert.ok(isRunning(one?.pid ?? 0, 0))
    const log = JSON.parse(slipway('hooks', 'log', '--json').out) as object[]
    assert.deepEqual(
      log.map((entry) => Object.assign(entry, { at: '', deploy: '', durationMs: 0 })),
      [
        {
          at: '',
          node: 'week',
          pod: 'web',
          hook: 'note',
          moment: 'after_launch',
          attempt: 1,
          deploy: '',
          exit: 0,
          durationMs: 0,
        },
      ],
    )
    for (const words of [['hooks'], ['hooks', 'list']])
      assert.deepEqual(
        (JSON.parse(slipway(...words, '--json').out) as Status[]).map(({ pod, state }) => [pod, state]),
        [['note', 'running']],
      )
    assert.match(slipway('pods').out, /^NODE .*\nweek +web +running/)
    while (!/main \| one\n/.test(slipway('logs', 'web').out)) await sleep(20)

    assert.equal(await end(), 0)
    assert.ok(isRunning(one?.pid ?? 0, 0))
    write('web.yaml', web('two'))
    assert.equal(slipway('schedule', 'web.yaml').code, 0)
    assert.equal(status().find(({ pod }) => pod === 'web')?.state, 'queued')
    end = await start()
    const two = await becomes('web', 'running')
    assert.notEqual(two?.manifest, one?.manifest)

    assert.equal(slipway('rollback', 'web').code, 0)
    assert.equal((await becomes('web', 'running'))?.manifest, one?.manifest)
    // A version that never ran can be rolled back once.
    write('bad.yaml', web('bad').replace('[sh, -c', '[/nowhere, -c'))
    slipway('schedule', 'bad.yaml')
    await becomes('web', 'retrying')
    assert.equal(slipway('rollback', 'web').code, 0)
    assert.equal((await becomes('web', 'running'))?.manifest, one?.manifest)
    assert.match(slipway('rollback', 'web').err, /\[node\/no-earlier-version\]/)
    assert.equal(slipway('drain').code, 0)
    await becomes('web', undefined)
    assert.equal(slipway('drain', '--undo').code, 0)
    await becomes('web', 'running')
    assert.equal(slipway('unschedule', 'web').code, 0)
    await becomes('web', undefined)
    await end()
  })

  test('shows each change while watching, and ends at Ctrl-C', async (context) => {
    const { folder, slipway, start, becomes, write } = sandbox(context)
    write('web.yaml', web('one'))
    const end = await start()
    const watch = spawn(launcher, ['node', 'status', '--watch', '--json', '--root', 'root'], { cwd: folder })
    let said = ''
    watch.stdout.on('data', (chunk: Buffer) => void (said += String(chunk)))
    while (!said.startsWith('[]\n')) {
      assert.equal(watch.exitCode, null)
      await sleep(5)
    }
    slipway('schedule', 'web.yaml')
    await becomes('web', 'running')
    while (!/"state":"running".*\]\n$/.test(said)) await sleep(5)
    assert.ok(said.trim().split('\n').length >= 2)
    watch.kill('SIGINT')
    assert.deepEqual(await once(watch, 'exit'), [0, null])
    await end()
  })

  test('refuses nonsense, with its place', (context) => {
    const { slipway, write } = sandbox(context)
    write('web.yaml', web('one', 'limitz: {memoryMb: 5}\nrestart: {policy: sometimes}\n'))
    const wrong = slipway('schedule', 'web.yaml')
    assert.equal(wrong.code, 1)
    assert.match(wrong.err, /web\.yaml:4:1: error: a manifest has no limitz here +\[node\/bad-manifest\]/)
    assert.match(wrong.err, /did you mean "limits"/)
    assert.match(wrong.err, /web\.yaml:5:19: error: restart\.policy/)
    for (const id of ['hooks', '.node', 'a/b', '']) {
      write('web.yaml', web('one').replace('id: web', `id: "${id}"`))
      assert.match(slipway('schedule', 'web.yaml').err, /web\.yaml:1:5: error: id.*\[node\/bad-manifest\]/, id)
    }
    write('hook.yaml', web('one', 'hook: {}\n'))
    assert.match(slipway('schedule', 'hook.yaml').err, /\[node\/is-a-hook\]/)
    assert.notEqual(slipway('schedule', 'hook.yaml', '--hook', '--node', 'week').code, 0)
    assert.match(slipway('hooks', 'resume', 'web').err, /\[node\/not-scheduled\]/)
    assert.match(slipway('unschedule', 'web').err, /\[node\/not-scheduled\]/)
    assert.match(slipway('rollback', 'web').err, /\[node\/no-earlier-version\]/)
    assert.match(
      slipway('drain', '--node', 'norht').err,
      /no preparer named norht has ever used the store.*\[node\/unknown-node\]/,
    )
    write('web.yaml', web('one'))
    assert.match(
      slipway('schedule', 'web.yaml', '--node', 'norht').err,
      /No preparer named norht has used the store yet/,
    )
    assert.equal(slipway('unschedule', 'web', '--node', 'norht').code, 0)
    assert.match(slipway('logs', 'web').err, /\[node\/no-logs\]/)
    assert.match(slipway('run', '--name', '').err, /"" is not a valid name for a node +\[node\/bad-name\]/)
    assert.match(slipway('status', '--store', 'ftp://x').err, /\[node\/bad-store\]/)
  })

  test('goes back to a lower sequence on the node itself, and nowhere else', async (context) => {
    const { folder, slipway, start, becomes, write } = sandbox(context)
    const end = await start()
    write('one.yaml', web('one', 'sequence: 1\n'))
    write('two.yaml', web('two', 'sequence: 2\n'))
    slipway('schedule', 'one.yaml')
    const one = await becomes('web', 'running')
    slipway('schedule', 'two.yaml')
    await becomes('web', 'running')
    slipway('schedule', 'one.yaml')
    await becomes('web', 'unauthorised')
    assert.match(slipway('status').out, /has the sequence 1, but this node has seen 2/)
    const elsewhere = [
      'node',
      'rollback',
      'web',
      '--root',
      'elsewhere',
      '--store',
      'sqlite:root/.node/private/store.db',
    ]
    const { stderr } = spawnSync(launcher, elsewhere, { cwd: folder, encoding: 'utf8' })
    assert.match(stderr, /only a node itself goes back.*\[node\/no-way-back\]/s)
    assert.equal((await becomes('web', 'unauthorised'))?.state, 'unauthorised')
    assert.equal(slipway('rollback', 'web').code, 0)
    assert.equal((await becomes('web', 'running'))?.manifest, one?.manifest)
    await end()
  })

  test('signs a manifest in the form that the policy demands', async (context) => {
    const { slipway, start, becomes, write } = sandbox(context)
    const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    write('key.pem', privateKey)
    write('policy.yaml', `type: signature\nkeys:\n  - |\n${publicKey.replaceAll(/^/gm, '    ')}\n`)
    write('web.yaml', web('one'))
    const signed = slipway('sign', 'web.yaml', '--key', 'key.pem')
    assert.equal(signed.code, 0, signed.err)
    write('signed.json', signed.out)
    write('web.tgz', 'bytes')
    const archive = JSON.parse(slipway('sign', 'web.tgz', '--key', 'key.pem').out) as {
      digest: string
      signature: string
    }
    assert.equal(archive.digest, `sha256:${createHash('sha256').update('bytes').digest('hex')}`)
    assert.ok(verify(null, Buffer.from(archive.digest), publicKey, Buffer.from(archive.signature, 'base64')))
    assert.match(
      slipway('sign', 'none.tgz', '--key', 'key.pem').err,
      /none.tgz cannot be read: .*\[cli\/unreadable-file\]/s,
    )
    const end = await start('--policy', 'policy.yaml')
    slipway('schedule', 'web.yaml')
    await becomes('web', 'unauthorised')
    slipway('schedule', 'signed.json')
    await becomes('web', 'running')
    await end()
  })
})
