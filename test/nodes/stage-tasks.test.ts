import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLine, isRunning } from '@slipway/processes'
import { describe, test } from '../cases.ts'
import { run } from '../ledger/command.ts'
import { missing, startServer } from '../../packages/infra/src/testing/servers.ts'

const launcher = new URL('../../packages/slipway/bin/slipway', import.meta.url).pathname

/** A project with stage tasks, nodes with roots of their own, and a store that they share. */
function world(context: TestContext, store = 'sqlite:store.db') {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-node-tasks-')))
  const home = { HOME: folder, XDG_CONFIG_HOME: '', XDG_STATE_HOME: join(folder, 'xdg') }
  const env = { ...process.env, ...home, CI: 'true', FORCE_COLOR: undefined, NODE_TEST_CONTEXT: undefined }
  const project = join(folder, 'project')
  mkdirSync(project)
  const where = store.startsWith('sqlite:') ? `sqlite:${join(folder, store.slice(7))}` : store
  const children: ChildProcess[] = []
  const write = (path: string, text: string, mode = 0o644): string => {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    chmodSync(file, mode)
    return file
  }
  const begin = (...args: readonly string[]) => {
    const child = spawn(launcher, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] })
    children.push(child)
    const said = { out: '', err: '' }
    child.stdout.on('data', (chunk: Buffer) => void (said.out += String(chunk)))
    child.stderr.on('data', (chunk: Buffer) => void (said.err += String(chunk)))
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }))
    return { child, said, ended }
  }
  const slipway = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await run({ folder: project, env }, args)
    return { code, out: stdout, err: stderr }
  }
  const start = async (name: string, ...more: readonly string[]) => {
    const given = ['--name', name, '--root', join(folder, name), '--store', where, ...more]
    const { child, said, ended } = begin('node', 'run', ...given)
    while (!said.err.includes('works in')) {
      assert.equal(child.exitCode, null, said.err)
      await sleep(20)
    }
    return { child, said, ended }
  }
  /** The nodes of the settings; their tasks lie in tasks/web of the project. */
  const nodes = (...names: readonly string[]): void => {
    const all = Object.fromEntries(names.map((name) => [name, { roles: ['web', name], store: where }]))
    write('project/slipway.config.json', JSON.stringify({ nodes: all }))
  }
  const tasks = (...list: readonly object[]): void => {
    write('project/tasks/web/metadata.yaml', 'name: web\nversion: 1.0.0\n')
    write('project/tasks/web/tasks.yaml', JSON.stringify(list))
    write('project/web.blueprint.yaml', 'version: 2025-11-02\nresources: {}\n')
  }
  context.after(async () => {
    for (const child of children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return { folder, where, write, begin, slipway, start, nodes, tasks }
}

const shell = (cmd: string, role = 'web', timeout = 120): object => ({
  role: [role],
  stage: 'pre_deployment',
  type: 'shell',
  parameters: { cmd, timeout },
})

/** The entries that deployments and nodes have left for each other in a store. */
function leftIn(where: string): readonly unknown[] {
  const database = new DatabaseSync(where.slice('sqlite:'.length))
  const rows = database.prepare(`SELECT key FROM entries WHERE key LIKE '/slipway/task%'`).all()
  database.close()
  return rows.map(({ key }) => key)
}

async function numberIn(file: string): Promise<number> {
  while (!existsSync(file) || !readFileSync(file, 'utf8').endsWith('\n')) await sleep(10)
  return Number(readFileSync(file, 'utf8'))
}

const skip = process.platform !== 'linux'

describe('stage tasks on nodes with preparers', { skip, concurrency: true }, () => {
  test('run there in a copy of their plugin’s folder, and their output is shown', async (context) => {
    const { folder, where, write, slipway, start, nodes, tasks } = world(context)
    nodes('north', 'south')
    tasks(shell('./deploy.sh one'), shell('pwd; cat data/deep/*; test -L again', 'south'), {
      role: ['north'],
      stage: 'post_deployment',
      type: 'weigh',
      parameters: { load: { much: 7 }, timeout: 120, count: '12345678901234567890' },
    })
    write('project/tasks/web/deploy.sh', '#!/bin/sh\necho "$1 on $SLIPWAY_TASK_NODE by $PPID"; echo x >> ran\n', 0o755)
    write('project/tasks/web/data/deep/file', 'some words\n')
    const long = `${'long/'.repeat(30)}file`
    write(`project/tasks/web/${long}`, 'far down')
    symlinkSync(long, join(folder, 'project/tasks/web/again'))
    write(
      'project/tasks/scales/metadata.yaml',
      'name: scales\nversion: 1.0.0\ntask_types:\n  weigh:\n    run: ./weigh\n    parameters: {load: map, count: text}\n',
    )
    write('project/tasks/scales/weigh', '#!/bin/sh\ncat\n', 0o755)
    for (const name of ['north', 'south']) await start(name)
    const up = await slipway('up', '--yes')
    assert.equal(up.code, 0, up.err)
    for (const name of ['north', 'south']) assert.match(up.err + up.out, new RegExp(`one on ${name} by \\d+`))
    assert.match(up.err + up.out, new RegExp(`${folder}/south/.node/private/tasks/[0-9a-f]{64}\n`))
    assert.match(up.err + up.out, /some words/)
    assert.match(up.err + up.out, /\{"load":\{"much":7\},"timeout":120,"count":"12345678901234567890"\}/)
    assert.deepEqual(existsSync(join(folder, 'project/tasks/web/ran')), false)
    assert.deepEqual(leftIn(where), [])
    // The folder was sent once, and stays for the next deployment.
    const again = await slipway('up', '--yes')
    assert.equal(again.code, 0, again.err)
    const [digest = ''] = readdirSync(join(folder, 'south/.node/private/tasks'))
    assert.equal(readFileSync(join(folder, 'south/.node/private/tasks', digest, 'ran'), 'utf8'), 'x\nx\n')
    const history = await slipway('history', '--json')
    assert.match(history.out, /"node": ?"south"/)
  })

  test('fail as on this machine, by exit code or timeout, and end with their children', async (context) => {
    const { write, slipway, start, nodes, tasks } = world(context)
    nodes('north')
    await start('north')
    tasks(shell('echo about to fail; exit 3'))
    const failing = await slipway('up', '--yes')
    assert.equal(failing.code, 1)
    assert.match(failing.err + failing.out, /about to fail/)
    assert.match(failing.err, /web\/#1 on north: exit code 3/)
    const file = write('child', '')
    tasks(shell(`tail -f ${file} & wait`, 'web', 1))
    const late = await slipway('up', '--yes')
    assert.match(late.err, /web\/#1 on north: not finished within 1 s/)
    const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
    assert.deepEqual(
      pids.filter((pid) => commandLine(Number(pid))?.includes(file)),
      [],
    )
  })

  test('name an absent and an unknown node with the next step', async (context) => {
    const { where, slipway, start, nodes, tasks } = world(context)
    const { child, ended } = await start('north')
    child.kill('SIGTERM')
    await ended
    tasks(shell('echo never'))
    nodes('north', 'norht')
    const up = await slipway('up', '--yes')
    assert.equal(up.code, 1)
    assert.match(
      up.err,
      /web\/#1 on north: north does not answer\. Is its preparer running\? If not, start it there: slipway node run --name north --store sqlite:/,
    )
    assert.match(
      up.err,
      /web\/#1 on norht: no preparer named norht has ever used the store, only north: check the name/,
    )
    assert.deepEqual(leftIn(where), [])
    // A task that was ordered while the node was away does not run when the node comes back.
    const back = await start('north')
    await sleep(500)
    assert.doesNotMatch(back.said.err, /begins/)
  })

  test('are ended by Ctrl-C before up ends', async (context) => {
    const { folder, where, begin, start, nodes, tasks } = world(context)
    nodes('north')
    await start('north')
    const file = join(folder, 'child')
    tasks(shell(`echo $$ > ${file}; sleep 600`, 'web', 0))
    const up = begin('up', '--yes')
    const pid = await numberIn(file)
    up.child.kill('SIGINT')
    while (!up.said.err.includes('Stopping')) await sleep(20)
    up.child.kill('SIGINT')
    const { code, err } = await up.ended
    assert.notEqual(code, 0, err)
    assert.equal(isRunning(pid, 0), false)
    assert.deepEqual(leftIn(where), [])
  })

  test('do not outlive a killed deployment, and leave nothing in the store', async (context) => {
    const { folder, where, begin, start, nodes, tasks } = world(context)
    nodes('north')
    const { said } = await start('north')
    const file = join(folder, 'child')
    tasks(shell(`echo $$ > ${file}; sleep 600`, 'web', 0))
    const up = begin('up', '--yes')
    const pid = await numberIn(file)
    up.child.kill('SIGKILL')
    await up.ended
    while (isRunning(pid, 0)) await sleep(20)
    while (leftIn(where).length > 0) await sleep(20)
    // The preparer reports the end after it has cleaned up the store.
    while (!said.err.includes('failed')) await sleep(20)
    assert.match(said.err, /web\/#1 of .*@.* failed: its caller no longer waits for it/)
  })

  test('fail without a repetition if their preparer is killed or stopped', async (context) => {
    const { folder, slipway, begin, start, nodes, tasks } = world(context)
    nodes('north')
    for (const [signal, reason] of [
      ['SIGKILL', /the preparer of north ended while it ran/],
      ['SIGTERM', /the preparer of north was told to end/],
    ] as const) {
      const file = join(folder, `child-${signal}`)
      const preparer = await start('north')
      tasks(shell(`echo $$ > ${file}; sleep 600`, 'web', 0))
      const up = begin('up', '--yes')
      const pid = await numberIn(file)
      preparer.child.kill(signal)
      await preparer.ended
      const next = await start('north')
      const { code, err } = await up.ended
      assert.equal(code, 1)
      assert.match(err, reason)
      while (isRunning(pid, 0)) await sleep(20)
      assert.doesNotMatch(next.said.err, /begins/)
      next.child.kill('SIGTERM')
      await next.ended
    }
    await start('north')
    tasks(shell('echo well'))
    assert.equal((await slipway('up', '--yes')).code, 0)
  })

  test('run only if the node’s policy allows them', async (context) => {
    const { write, slipway, start, nodes, tasks } = world(context)
    nodes('north', 'south', 'east')
    const policy = (name: string, text: string): readonly string[] => ['--policy', write(name, text)]
    await start('north', ...policy('one.yaml', 'type: allow\npods: [web]\n'))
    await start('south', ...policy('two.yaml', 'type: allow\ntasks: [web]\n'))
    const key = Buffer.alloc(32, 1).toString('base64')
    await start('east', ...policy('three.yaml', `type: signature\nkeys: ["${key}"]\n`))
    tasks(shell('echo "here: $SLIPWAY_TASK_NODE"'))
    const up = await slipway('up', '--yes')
    assert.equal(up.code, 1)
    assert.match(up.err, /on north: north does not let it run: the policy does not list web under tasks/)
    assert.match(up.err, /on east: east does not let it run: the policy requires signatures, but stage tasks have none/)
    assert.match(up.err + up.out, /here: south/)
    assert.doesNotMatch(up.err + up.out, /here: (north|east)/)
  })

  test('continue while etcd is killed and restarted', { skip: missing('etcd') }, async (context) => {
    const server = await startServer('etcd')
    context.after(() => server.remove())
    const { folder, begin, start, nodes, tasks } = world(context, `etcd://127.0.0.1:${server.port}`)
    nodes('north')
    await start('north')
    const file = join(folder, 'child')
    tasks(shell(`echo $$ > ${file}; sleep 4; head -c 600000 /dev/zero | tr '\\0' x; echo; echo done`, 'web', 0))
    const up = begin('up', '--yes')
    await numberIn(file)
    await server.kill()
    await sleep(1500)
    await server.start()
    while (!up.said.err.includes('is up')) await sleep(20)
    const told = performance.now()
    const { code, err, out } = await up.ended
    assert.ok(performance.now() - told < 60_000, 'a timer of the client keeps the process')
    assert.equal(code, 0, err)
    assert.match(err + out, /done/)
  })
})
