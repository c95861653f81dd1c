import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from '@slipway/processes'
import { describe, test } from '../../../../../test/cases.ts'
import { runNow } from '../../../../../test/ledger/command.ts'

interface Status {
  readonly pod: string
  readonly state: string
  readonly pid?: number
}

/** Two projects of one user, which therefore share a node. */
function projects(context: TestContext) {
  const home = mkdtempSync(join(tmpdir(), 'slipway-owner-'))
  const xdg = { HOME: home, XDG_CONFIG_HOME: '', XDG_STATE_HOME: join(home, 'xdg') }
  const env = { ...process.env, ...xdg, CI: 'true', FORCE_COLOR: undefined, NODE_TEST_CONTEXT: undefined }
  const ends: (() => unknown)[] = []
  const project = (name: string) => {
    const folder = join(home, name)
    mkdirSync(folder)
    const slipway = (...args: readonly string[]) => {
      const { code, stdout, stderr } = runNow({ folder, env }, ...args)
      return { code, said: `${stdout}${stderr}` }
    }
    const write = (resources: Readonly<Record<string, { readonly type?: string; readonly spec: object }>>): void => {
      const all = Object.entries(resources).map(([key, { type = 'slipway/pod', spec }]) => [key, { type, spec }])
      const blueprint = { version: '2025-11-02', resources: Object.fromEntries(all) as object }
      writeFileSync(join(folder, `${name}.blueprint.json`), JSON.stringify(blueprint))
    }
    ends.push(() => slipway('destroy', '--yes'))
    return { folder, slipway, write }
  }
  context.after(() => {
    for (const end of ends) end()
    rmSync(home, { recursive: true, force: true })
  })
  const { slipway } = project('status')
  const status = (): readonly Status[] => JSON.parse(slipway('node', 'status', '--json').said) as Status[]
  return { home, project, status }
}

const pod = (id: string, seconds: number, more: object = {}) => ({
  spec: { id, launchables: { main: { type: 'command', command: ['sleep', String(seconds)] } }, graceMs: 500, ...more },
})

/** The address of a server that answers well as soon as the file exists. */
async function answersOnce(context: TestContext, file: string): Promise<string> {
  const script = `const { existsSync } = require('node:fs')
    const answer = (_, response) => response.writeHead(existsSync(process.argv[1]) ? 200 : 503).end()
    const server = require('node:http').createServer(answer)
    server.listen(0, '127.0.0.1', () => console.log(server.address().port))`
  const child = spawn(process.execPath, ['-e', script, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  context.after(() => child.kill('SIGKILL'))
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return `http://127.0.0.1:${Number(String(port))}/`
}

describe('slipway/pod and slipway/hook', { skip: process.platform !== 'linux' }, () => {
  test('leave other projects’ pods and manual changes alone, and two of one id are refused', (context) => {
    const { project, status } = projects(context)
    const [a, b] = [project('a'), project('b')]
    const hook = { launchables: { main: { type: 'command', command: ['true'] } }, hook: { moments: ['after_launch'] } }
    a.write({ job: pod('job', 601), note: { type: 'slipway/hook', spec: { id: 'note', ...hook } } })
    const up = a.slipway('up', '--yes')
    assert.equal(up.code, 0, up.said)
    const pid = status().find((one) => one.pod === 'job')?.pid ?? 0

    b.write({ job: pod('job', 602), note: { type: 'slipway/hook', spec: { id: 'note', ...hook, env: { A: 'b' } } } })
    const taken = b.slipway('up', '--yes')
    assert.equal(taken.code, 1)
    assert.match(taken.said, /the pod job is already scheduled on \S+, by job of the instance a in \S+\/a, and is left/)
    assert.match(taken.said, /the hook note is already scheduled on every node, by note of the instance a in/)
    assert.equal(b.slipway('destroy', '--yes').code, 0)
    assert.ok(isRunning(pid, 0))
    assert.deepEqual(
      status().map(({ state }) => state),
      ['running', 'running'],
    )
    assert.match(a.slipway('plan', '--refresh').said, /Nothing to do/)

    b.write({ one: pod('two', 603), two: pod('two', 604) })
    const both = b.slipway('up', '--yes')
    assert.equal(both.code, 1)
    assert.match(both.said, /the pod two is already scheduled on \S+, by (one|two) of the instance b/)
    assert.equal(a.slipway('destroy', '--yes').code, 0)
    assert.equal(b.slipway('destroy', '--yes').code, 0)
    assert.deepEqual(status(), [])
  })

  test('a manual manifest is drift, a replaced pod exists afterwards, and later manual changes stay', (context) => {
    const { project, status } = projects(context)
    const a = project('a')
    for (const seconds of [600, 601]) {
      a.write({ job: pod('job', seconds) })
      assert.equal(a.slipway('up', '--yes').code, 0)
    }
    // A rolled-back pod still belongs to the resource.
    assert.equal(a.slipway('node', 'rollback', 'job').code, 0)
    assert.match(a.slipway('plan', '--refresh').said, /changed outside/)
    const b = project('b')
    b.write({ job: pod('job', 600) })
    assert.match(b.slipway('up', '--yes').said, /by job of the instance a/)
    const node = (JSON.parse(a.slipway('node', 'status', '--json').said) as { node: string }[])[0]?.node ?? ''
    const byHand = (seconds: number): void => {
      writeFileSync(join(a.folder, 'm.json'), JSON.stringify(pod('job', seconds).spec))
      assert.equal(a.slipway('node', 'schedule', 'm.json', '--node', node).code, 0)
    }
    byHand(602)
    assert.match(a.slipway('plan', '--refresh').said, /job \(slipway\/pod\) will be updated in place: changed outside/)
    const again = a.slipway('up', '--yes', '--refresh')
    assert.equal(again.code, 0, again.said)
    assert.match(a.slipway('plan', '--refresh').said, /Nothing to do/)

    const replaced = a.slipway('up', '--yes', '--replace', 'job')
    assert.equal(replaced.code, 0, replaced.said)
    assert.ok(isRunning(status()[0]?.pid ?? 0, 0))

    byHand(603)
    const gone = a.slipway('destroy', '--yes')
    assert.equal(gone.code, 0, gone.said)
    assert.match(gone.said, /the pod job stays on \S+: it is scheduled there by hand/)
    assert.equal(a.slipway('up', '--yes').code, 1)
    byHand(601)
    const taken = a.slipway('up', '--yes')
    assert.equal(taken.code, 0, taken.said)
    assert.equal(a.slipway('destroy', '--yes').code, 0)
    assert.deepEqual(status(), [])
  })

  test('a pod of an earlier version, without an owner, is changed and removed as before', (context) => {
    const { project, status, home } = projects(context)
    const a = project('a')
    const write = (word: string): void => {
      const main = { type: 'command', command: ['true'] }
      const note = { id: 'note', launchables: { main }, hook: { moments: ['after_launch'] }, env: { WORD: word } }
      a.write({ job: pod('job', 601, { env: { WORD: word } }), note: { type: 'slipway/hook', spec: note } })
    }
    const forget = (): void => {
      const folder = join(home, 'xdg/slipway/node/.node/private')
      const store = new DatabaseSync(join(folder, 'store.db'))
      store.exec(`UPDATE entries SET value = json_remove(value, '$.owner', '$.by', '$.role', '$.turn', '$.id', '$.life', '$.generation')
        WHERE key LIKE '/slipway/intent/%'`)
      store.close()
      const journal = new DatabaseSync(join(folder, 'journal.db'))
      journal.exec(`DELETE FROM entries WHERE key IN ('note/node-id', 'note/epoch', 'note/followed')`)
      journal.close()
    }
    write('one')
    assert.equal(a.slipway('up', '--yes').code, 0)
    const { pid } = status().find((one) => one.pod === 'job') ?? {}
    forget()
    assert.match(a.slipway('plan', '--refresh').said, /Nothing to do/)
    assert.equal(status().find((one) => one.pod === 'job')?.pid, pid)
    write('two')
    const up = a.slipway('up', '--yes')
    assert.equal(up.code, 0, up.said)
    // The node has rolled back the pod, and its owner is unknown.
    assert.equal(a.slipway('node', 'rollback', 'job').code, 0)
    const b = project('b')
    b.write({ other: pod('other', 608) })
    assert.equal(b.slipway('up', '--yes').code, 0)
    forget()
    const gone = a.slipway('destroy', '--yes')
    assert.equal(gone.code, 0, gone.said)
    assert.deepEqual(
      status().map((one) => one.pod),
      ['other'],
    )
    const node = (JSON.parse(a.slipway('node', 'status', '--json').said) as { node: string }[])[0]?.node ?? ''
    writeFileSync(join(b.folder, 'm.json'), JSON.stringify(pod('other', 609).spec))
    assert.equal(b.slipway('node', 'schedule', 'm.json', '--node', node).code, 0)
    forget()
    const unclear = b.slipway('destroy', '--yes')
    assert.equal(unclear.code, 1)
    assert.match(unclear.said, /the pod other stays on \S+: an earlier version of slipway has scheduled it there/)
    assert.equal(b.slipway('node', 'unschedule', 'other', '--node', node).code, 0)
  })

  test('a pod stays until its successor exists, and comes back when the successor goes first', (context) => {
    const { project, status } = projects(context)
    const [a, b] = [project('a'), project('b')]
    b.write({ x: pod('other', 606) })
    assert.equal(b.slipway('up', '--yes').code, 0)
    a.write({ job: pod('job', 607) })
    assert.equal(a.slipway('up', '--yes').code, 0)
    const pid = status().find((one) => one.pod === 'job')?.pid ?? 0
    a.write({ job: pod('other', 607) })
    assert.match(a.slipway('up', '--yes').said, /the pod other is already scheduled on/)
    assert.ok(isRunning(pid, 0))
    a.write({ job: pod('job', 607) })
    assert.match(a.slipway('up', '--yes').said, /Nothing to do/)

    const command = ['/nowhere']
    a.write({ job: pod('job', 607, { launchables: { main: { type: 'command', command } }, timeoutMs: 2000 }) })
    assert.equal(a.slipway('up', '--yes', '--replace', 'job').code, 1)
    a.write({ job: pod('job', 607) })
    const back = a.slipway('up', '--yes')
    assert.equal(back.code, 0, back.said)
    const job = (): Status | undefined => status().find((one) => one.pod === 'job')
    assert.equal(job()?.state, 'running')

    const replaced = a.slipway('up', '--yes', '--replace', 'job')
    assert.equal(replaced.code, 0, replaced.said)
    assert.doesNotMatch(replaced.said, /stays/)
    assert.ok(isRunning(job()?.pid ?? 0, 0))
    assert.match(a.slipway('plan', '--refresh').said, /Nothing to do/)
    assert.equal(a.slipway('destroy', '--yes').code, 0)
    assert.equal(job(), undefined)
  })

  test('a given-up pod is drift, and up tries it again with its files', async (context) => {
    const { project, status, home } = projects(context)
    const a = project('a')
    const script = `test -e ${join(home, 'cause')} || exit 1; echo once >> $POD_HOME/kept; exec sleep 605`
    const main = { type: 'command', command: ['sh', '-c', script] }
    const restart = { policy: 'always', limit: 1, backoffMs: 50 }
    const kept = join(home, 'xdg/slipway/node/g/kept')
    const health = { http: await answersOnce(context, kept), everyMs: 50 }
    const write = (more: object): void => a.write({ g: { spec: { id: 'g', launchables: { main }, restart, ...more } } })
    write({ status: health })
    const first = a.slipway('up', '--yes')
    assert.equal(first.code, 1)
    assert.match(first.said, /failed on \S+: main ended with 1, and was given up/)
    writeFileSync(join(home, 'cause'), '')
    const second = a.slipway('up', '--yes')
    assert.equal(second.code, 0, second.said)
    assert.ok(existsSync(kept))

    const { pid = 0 } = status()[0] ?? {}
    rmSync(join(home, 'cause'))
    process.kill(pid, 'SIGKILL')
    // Observes that a preparer starts for another pod.
    const b = project('b')
    b.write({ other: pod('other', 606) })
    const given = (): boolean => status().some((one) => one.pod === 'g' && one.state === 'failed')
    for (let seconds = 600; !given(); seconds++) {
      b.write({ other: pod('other', seconds) })
      assert.equal(b.slipway('up', '--yes').code, 0)
    }
    assert.match(a.slipway('plan', '--refresh').said, /g \(slipway\/pod\) will be updated in place: changed outside/)
    writeFileSync(join(home, 'cause'), '')
    const third = a.slipway('up', '--yes', '--refresh')
    assert.equal(third.code, 0, third.said)
    while (readFileSync(kept, 'utf8') === 'once\n') await sleep(5)
    assert.equal(readFileSync(kept, 'utf8'), 'once\n'.repeat(2))
    assert.equal(status().find((one) => one.pod === 'g')?.state, 'running')

    write({ status: { http: 'http://127.0.0.1:1/', deadlineMs: 1000 } })
    assert.match(a.slipway('up', '--yes').said, /failed on \S+: not healthy within 1 s/)
  })
})
