import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Failure } from '@slipway/model'
import { describe, test } from '../../../test/cases.ts'
import {
  corePluginRoot,
  destroy,
  exportsOf,
  historyOf,
  Stopped,
  unlockInstance,
  up,
  type OperationEvent,
  type Slipway,
} from './index.ts'
import { compiled } from '../../../test/compiled.ts'

const blueprint = `version: 2025-11-02
variables:
  name: {type: string}
  password: {type: string, secret: true}
resources:
  id:
    type: random/id
    spec: {byteLength: 4}
  page:
    type: local/file
    spec:
      path: \${variables.name}.txt
      content: \${variables.name} \${resources.id.spec.result} \${variables.password}
  server:
    type: local/process
    spec: {command: sleep, args: ["300"]}
exports:
  id: {type: string, field: resources.id.spec.result}
`

interface Deployment {
  readonly slipway: Slipway
  readonly name: string
  readonly page: string
}

/** Makes twenty instances: seven of a project, seven of a second project, six of a third. */
function deployments(context: TestContext): readonly Deployment[] {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-many-')))
  context.after(() => rmSync(home, { recursive: true, force: true }))
  const env = { ...compiled, HOME: home, PATH: process.env['PATH'] }
  return Array.from({ length: 20 }, (_, index) => {
    const project = join(home, `project ${index % 3}`)
    mkdirSync(project, { recursive: true })
    writeFileSync(join(project, 'site.blueprint.yaml'), blueprint)
    const slipway = { env, cwd: project, ownPlugins: corePluginRoot() }
    return { slipway, name: `site${index}`, page: join(project, `site${index}.txt`) }
  })
}

function requestFor({ name }: Deployment) {
  return { instance: name, variables: { name, password: `secret of ${name}` }, approve: true } as const
}

/** Returns the properties of the process that no operation may change. */
function processWide(): unknown {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => process.listenerCount(signal))
  return { cwd: process.cwd(), exitCode: process.exitCode, signals, env: { ...process.env } }
}

describe('in one process', () => {
  test('runs of one instance take turns, and one that does not wait is told who is at work', async (context) => {
    const [one] = deployments(context)
    assert.ok(one !== undefined)
    const first = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<boolean>()
    const approve = (): Promise<boolean> => {
      first.resolve()
      return asked.promise
    }
    const running = up(one.slipway, { ...requestFor(one), approve })
    await first.promise
    await assert.rejects(up(one.slipway, requestFor(one)), { code: 'cli/locked' })
    const waited = Promise.withResolvers<void>()
    const waiting = up(one.slipway, { ...requestFor(one), waitMs: 600_000 }, (event) => {
      if (event.type === 'waiting') waited.resolve()
    })
    await waited.promise
    asked.resolve(true)
    assert.deepEqual([(await running).outcome, (await waiting).outcome], ['succeeded', 'unchanged'])
    await destroy(one.slipway, { instance: one.name, approve: true })
  })

  test('the signal of one stops only that one', async (context) => {
    const [one, other] = deployments(context)
    assert.ok(one !== undefined && other !== undefined)
    const stop = new AbortController()
    const reason = new Error('enough')
    const stopped = up(one.slipway, {
      ...requestFor(one),
      stop: stop.signal,
      approve: (plan) => {
        assert.equal(plan.steps.length, 3)
        stop.abort(reason)
        return Promise.resolve(true)
      },
    })
    const [end, result] = await Promise.allSettled([stopped, up(other.slipway, requestFor(other))])
    assert.ok(end.status === 'rejected' && end.reason instanceof Stopped)
    assert.deepEqual([end.reason.reason, end.reason.cause], [reason, undefined])
    assert.ok(result.status === 'fulfilled' && result.value.outcome === 'succeeded')
    assert.equal(existsSync(one.page), false)
    await destroy(other.slipway, { instance: other.name, approve: true })
  })

  test('a run whose lock is taken away loses its plugins, and no other does', async (context) => {
    const [one, , , other] = deployments(context)
    assert.ok(one !== undefined && other !== undefined && one.slipway.cwd === other.slipway.cwd)
    const goOn = Promise.withResolvers<boolean>()
    const planned = [one, other].map(() => Promise.withResolvers<void>())
    const notices: string[] = []
    const [first, second] = [one, other].map((deployment, index) => {
      const approve = (): Promise<boolean> => {
        planned[index]?.resolve()
        return goOn.promise
      }
      return up(deployment.slipway, { ...requestFor(deployment), approve }, (event) => {
        if (event.type === 'notice' && deployment === other) notices.push(event.message)
      })
    })
    await Promise.all(planned.map(({ promise }) => promise))
    const { outcome } = await unlockInstance(one.slipway, { instance: one.name, agree: true })
    goOn.resolve(true)
    const [lost, result] = await Promise.allSettled([first, second])
    assert.equal(outcome, 'unlocked')
    assert.ok(lost?.status === 'rejected' && lost.reason instanceof Failure)
    assert.equal(lost.reason.code, 'state/fenced')
    assert.ok(result?.status === 'fulfilled' && result.value?.outcome === 'succeeded')
    assert.deepEqual(notices, [], 'its plugins were ended')
    await destroy(other.slipway, { instance: other.name, approve: true })
  })

  test('a run without an approval or a variable fails with a code', async (context) => {
    const [one] = deployments(context)
    assert.ok(one !== undefined)
    const { approve: _, ...request } = requestFor(one)
    await assert.rejects(up(one.slipway, request), { code: 'cli/needs-yes' })
    await assert.rejects(up(one.slipway, { approve: true }), { code: 'blueprint/missing-variable' })
    const declined = await up(one.slipway, { ...request, approve: () => Promise.resolve(false) })
    assert.equal(declined.outcome, 'declined')
  })

  test('twenty instances of three projects go up at once, and down, each for itself', async (context) => {
    const before = processWide()
    const all = deployments(context)
    const events = new Map<string, OperationEvent[]>(all.map(({ name }) => [name, []]))
    const deploy = (one: Deployment) =>
      up(one.slipway, requestFor(one), (event) => void events.get(one.name)?.push(event))

    for (const result of await Promise.all(all.map(deploy))) assert.equal(result.outcome, 'succeeded')
    const ids = await Promise.all(
      all.map(async ({ slipway, name, page }) => {
        const { exports } = await exportsOf(slipway, { instance: name })
        const { id } = exports
        assert.ok(typeof id === 'string')
        assert.equal(readFileSync(page, 'utf8'), `${name} ${id} secret of ${name}`)
        return id
      }),
    )
    assert.equal(new Set(ids).size, 20)
    for (const [name, told] of events) {
      const started = told.filter((event) => event.type === 'run-started')
      assert.deepEqual(
        started.map(({ instance }) => instance),
        [name],
      )
      assert.ok(!JSON.stringify(told).includes('secret of'), 'an event holds a secret in plain text')
    }

    for (const result of await Promise.all(all.map(deploy))) assert.equal(result.outcome, 'unchanged')
    const gone = await Promise.all(all.map(({ slipway, name }) => destroy(slipway, { instance: name, approve: true })))
    for (const [index, { slipway, name, page }] of all.entries()) {
      assert.equal(gone[index]?.outcome, 'succeeded')
      assert.equal(existsSync(page), false)
      const { runs } = await historyOf(slipway, { instance: name })
      assert.deepEqual(
        runs.map(({ operation }) => operation),
        ['destroy', 'up'],
      )
    }
    assert.deepEqual(processWide(), before)
  })
})
