import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { killLeftovers, killPluginsOf } from '@slipway/host'
import { processEntry, processIdentity } from '@slipway/processes'
import { describe, test } from '../cases.ts'
import { startEngine } from './start-engine.ts'
import { command, isAlive, sandbox, until, type Sandbox } from './sandbox.ts'

const limit = { timeout: 240_000, concurrency: 2 }

function recordOf(box: Sandbox): string {
  const [name = ''] = readdirSync(join(box.dir, 'run'))
  return readFileSync(join(box.dir, 'run', name), 'utf8')
}

/** The folder of the engine's sockets in a sandbox. */
function folderOf(box: Sandbox): string {
  return /^d (.*)$/m.exec(recordOf(box))?.[1] ?? ''
}

async function killed(process: ChildProcess): Promise<void> {
  process.kill('SIGKILL')
  await once(process, 'exit')
}

describe('when the engine is killed,', limit, () => {
  test('no plugin survives, whether it ignores TERM and stdin, is a grandchild, or is starting', async (t) => {
    const box = sandbox(t)
    box.install('acme/stubborn', 'stubborn')
    box.install('acme/family', 'family')
    const { process: running, plugins, guardian } = await startEngine(t, box, 'acme/stubborn', 'acme/family')
    const everybody = [...plugins, Number(box.read()), guardian]
    assert.equal(everybody.length, 4)
    assert.deepEqual(everybody.filter(isAlive), everybody)
    await killed(running)
    await until(() => everybody.every((pid) => !isAlive(pid)))
  })

  test('no started process is left, at any moment of a start', async (t) => {
    const box = sandbox(t)
    box.installScript('acme/starter', `echo $$ >> ${box.file}; ${command('stubborn', 'acme/starter')}`)
    for (let delay = 0; delay < 5; delay++) {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'engine.ts'), box.dir, 'acme/starter'])
      await until(() => box.lines() > delay)
      await sleep(delay * 10)
      await killed(child)
    }
    const pids = box.read().trim().split('\n').map(Number)
    await until(() => pids.every((pid) => !isAlive(pid)))
    assert.equal((await killLeftovers(join(box.dir, 'run'))).length, 0)
    assert.deepEqual(readdirSync(join(box.dir, 'run')), [])
  })

  test('processes that the user asked to keep are spared', async (t) => {
    const box = sandbox(t)
    box.install('acme/emigrant', 'emigrant')
    const { process: running, plugins } = await startEngine(t, box, 'acme/emigrant')
    const emigrant = Number(box.read())
    await killed(running)
    await until(() => plugins.every((pid) => !isAlive(pid)))
    assert.equal(isAlive(emigrant), true)
    process.kill(emigrant, 'SIGKILL')
  })

  test('the next engine kills its plugins by the record if the guardian was killed, too', async (t) => {
    const box = sandbox(t)
    box.install('acme/stubborn', 'stubborn')
    const { process: running, plugins, guardian } = await startEngine(t, box, 'acme/stubborn')
    // While stopped, neither can react to the other's death.
    running.kill('SIGSTOP')
    process.kill(guardian, 'SIGKILL')
    await until(() => !isAlive(guardian))
    await killed(running)
    assert.deepEqual(plugins.filter(isAlive), plugins)
    assert.deepEqual(await killLeftovers(join(box.dir, 'run')), plugins)
    assert.deepEqual(plugins.filter(isAlive), [])
    assert.deepEqual(readdirSync(join(box.dir, 'run')), [])
  })

  test('a plugin of our SDK ends with its children if the guardian was killed, too', async (t) => {
    const box = sandbox(t)
    const peeping = join(import.meta.dirname, '../attacks/identity/peeping-plugin.ts')
    box.installScript('acme/peep', `exec node ${peeping} acme/peep ${box.file}`)
    const { process: running, plugins, guardian } = await startEngine(t, box, 'acme/peep')
    await until(() => box.read() !== '')
    const everybody = [...plugins, Number(box.read())]
    running.kill('SIGSTOP')
    process.kill(guardian, 'SIGKILL')
    await until(() => !isAlive(guardian))
    assert.deepEqual(everybody.filter(isAlive), everybody)
    await killed(running)
    await until(() => everybody.every((pid) => !isAlive(pid)))
    const folder = folderOf(box)
    assert.equal(existsSync(folder), true)
    await killLeftovers(join(box.dir, 'run'))
    assert.equal(existsSync(folder), false)
  })

  test('the sockets of its plugins are removed', async (t) => {
    const box = sandbox(t)
    box.install('acme/good', 'good')
    const { process: running } = await startEngine(t, box, 'acme/good')
    const folder = folderOf(box)
    assert.equal(existsSync(folder), true)
    await killed(running)
    await until(() => !existsSync(folder))
  })
})

describe('when the engine is killed, a process outside the recorded groups', limit, () => {
  test('that left its session is ended by the guardian, with its children', async (t) => {
    const box = sandbox(t)
    box.install('acme/runaway', 'runaway')
    const { process: running } = await startEngine(t, box, 'acme/runaway')
    const runaway = Number(box.read())
    assert.equal(isAlive(runaway), true)
    await killed(running)
    await until(() => !isAlive(runaway))
  })

  test('that left its session is ended by the next engine if the guardian was killed, too', async (t) => {
    const box = sandbox(t)
    box.install('acme/runaway', 'runaway')
    const { process: running, guardian } = await startEngine(t, box, 'acme/runaway')
    const runaway = Number(box.read())
    running.kill('SIGSTOP')
    process.kill(guardian, 'SIGKILL')
    await until(() => !isAlive(guardian))
    await killed(running)
    assert.equal(isAlive(runaway), true)
    await killLeftovers(join(box.dir, 'run'))
    assert.equal(isAlive(runaway), false)
  })

  test('leaves no half-written record behind', async (t) => {
    const box = sandbox(t)
    mkdirSync(join(box.dir, 'run'))
    const draft = (name: string, identity: object): void =>
      writeFileSync(join(box.dir, 'run', `${name}.groups.new`), `${JSON.stringify({ version: 1, ...identity })}\n`)
    draft('4000000-1-1', { ...processIdentity(), pid: 4_000_000, processStart: 1 })
    draft('living', processIdentity())
    // The name of an empty or half-written record shows its owner.
    const { pid, processStart } = processIdentity()
    for (const name of ['4000000-1-2', `${pid}-${processStart}-3`])
      writeFileSync(join(box.dir, 'run', `${name}.groups.new`), '')
    await killLeftovers(join(box.dir, 'run'))
    const left = readdirSync(join(box.dir, 'run')).toSorted()
    assert.deepEqual(left, [`${pid}-${processStart}-3.groups.new`, 'living.groups.new'])
  })
})

describe('while the engine lives,', limit, () => {
  test('a stopped guardian does not keep it from ending', async (t) => {
    const box = sandbox(t)
    box.install('acme/good', 'good')
    const host = box.host()
    await host.start(['acme/good'])
    const guardian = Number(/^g (\d+)/m.exec(recordOf(box))?.[1])
    process.kill(guardian, 'SIGSTOP')
    await host.stop()
    assert.equal(isAlive(guardian), false)
  })

  test('its plugins are not treated as leftovers', async (t) => {
    const box = sandbox(t)
    box.install('acme/good', 'good')
    const host = box.host()
    await host.start(['acme/good'])
    assert.deepEqual(await killLeftovers(join(box.dir, 'run')), [])
    assert.equal(host.processes().length, 1)
  })

  test('its successor ends its plugins if it has lost its lock', async (t) => {
    const box = sandbox(t)
    box.install('acme/stubborn', 'stubborn')
    const { process: running, pid, plugins } = await startEngine(t, box, 'acme/stubborn')
    running.kill('SIGSTOP')
    const processStart = processEntry(pid)?.start ?? 0
    assert.deepEqual(await killPluginsOf(join(box.dir, 'run'), { pid, processStart }), plugins)
    assert.deepEqual(plugins.filter(isAlive), [])
    await killed(running)
  })

  test('a killed guardian is replaced by one that knows the plugins', async (t) => {
    const box = sandbox(t)
    box.install('acme/stubborn', 'stubborn')
    const { process: running, plugins, guardian } = await startEngine(t, box, 'acme/stubborn')
    process.kill(guardian, 'SIGKILL')
    const record = join(box.dir, 'run', readdirSync(join(box.dir, 'run'))[0] ?? '')
    await until(() => (readFileSync(record, 'utf8').match(/^g /gm) ?? []).length === 2)
    await killed(running)
    await until(() => plugins.every((pid) => !isAlive(pid)))
  })
})

describe('a process that a plugin leaves when the engine ends', limit, () => {
  test('is named with its plugin and left running', async (t) => {
    const box = sandbox(t)
    box.install('acme/runaway', 'runaway')
    const [host, other] = [box.host(), box.host()]
    await host.start(['acme/runaway'])
    const runaway = Number(box.read())
    // A process that another plugin has started does not concern this plugin.
    await other.start(['acme/runaway'])
    await host.stop()
    const told = box.events.filter(({ kind }) => kind === 'notice')
    assert.equal(told.length, 2, 'a shell, and the process that it has started')
    const own = told.find(({ pid }) => pid === runaway)
    assert.equal(own?.pluginId, 'acme/runaway')
    assert.match(
      own.message,
      new RegExp(
        `^acme/runaway has left a process behind: ${runaway} \\(/bin/sh -c trap .*\\); kill ${runaway} ends it`,
      ),
    )
    const ended = told.map(({ pid = 0 }) => pid)
    assert.deepEqual(ended.filter(isAlive), ended)
    for (const pid of ended) process.kill(pid, 'SIGKILL')
    await other.stop()
    for (const { pid = 0 } of box.events.filter(({ kind }) => kind === 'notice'))
      if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  })

  test('is ended if the settings say so', async (t) => {
    const box = sandbox(t)
    box.install('acme/runaway', 'runaway')
    const host = box.host({ strays: 'end', graceMs: 100 })
    await host.start(['acme/runaway'])
    const runaway = Number(box.read())
    assert.equal(isAlive(runaway), true)
    await host.stop()
    assert.equal(isAlive(runaway), false)
    assert.ok(box.events.some(({ pid, message }) => pid === runaway && message.endsWith('; it was ended')))
  })
})

describe('an outdated record', limit, () => {
  test('does not end a process that now has a recorded pid', async (t) => {
    const box = sandbox(t)
    const bystander = spawn('sleep', ['600'], { detached: true })
    t.after(() => bystander.kill('SIGKILL'))
    const gone = { ...processIdentity(), pid: 4_000_000, processStart: 1 }
    mkdirSync(join(box.dir, 'run'))
    const record = join(box.dir, 'run', '4000000-1-x.groups')
    writeFileSync(record, `${JSON.stringify({ version: 1, ...gone })}\n+ ${bystander.pid} 1\n+ 0 0\n+ 1 1\n+ -1 1\n`)
    assert.deepEqual(await killLeftovers(join(box.dir, 'run')), [])
    assert.equal(isAlive(bystander.pid ?? 0), true)
    assert.deepEqual(readdirSync(join(box.dir, 'run')), [])
  })

  test('ends nothing if it is from another boot or machine', async (t) => {
    const box = sandbox(t)
    const bystander = spawn('sleep', ['600'], { detached: true })
    t.after(() => bystander.kill('SIGKILL'))
    const start = Number(readFileSync(`/proc/${bystander.pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19])
    const gone = { ...processIdentity(), pid: 4_000_000, processStart: 1 }
    mkdirSync(join(box.dir, 'run'))
    const write = (name: string, identity: object): void => {
      const text = `${JSON.stringify({ version: 1, ...identity })}\n+ ${bystander.pid} ${start}\n`
      writeFileSync(join(box.dir, 'run', name), text)
    }
    // Without an id of the machine, nobody can know that it was this one.
    const [, space = '', machine = ''] = gone.bootId.split('/')
    write('4000000-1-boot.groups', { ...gone, bootId: `another/${space}/${machine}` })
    write('4000000-1-machine.groups', { ...gone, host: 'another' })
    writeFileSync(join(box.dir, 'run', '4000000-1-broken.groups'), '{"ver')
    assert.deepEqual(await killLeftovers(join(box.dir, 'run')), [])
    assert.equal(isAlive(bystander.pid ?? 0), true)
    const kept = machine === '' ? ['4000000-1-boot.groups'] : []
    assert.deepEqual(readdirSync(join(box.dir, 'run')), [...kept, '4000000-1-machine.groups'])
  })
})
