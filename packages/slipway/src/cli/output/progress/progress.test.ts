import assert from 'node:assert/strict'
import { describe, mock, test } from 'node:test'
import type { RunEvent } from '@slipway/engine'
import type { Output } from '../../console/console.ts'
import { durationText } from '@slipway/operations/duration'
import { jsonEvents } from './json-events.ts'
import { liveProgress } from './live-progress.ts'
import { outputTo } from '../../console/testing.ts'
import { plainProgress } from './plain-progress.ts'
import { sayWaiting } from '../../reporting/say-events.ts'
import { whileAsking } from '../../console/sign-of-life.ts'

function recorder(isTerminal = false): Output & { readonly text: () => string } {
  let written = ''
  const output = outputTo((text) => (written += text))
  return { ...output, text: () => written, isTerminal, columns: 60 }
}

const at = 0
const web = { key: 'web', name: 'web', resourceType: 'local/process', action: 'create', at } as const
const events: readonly RunEvent[] = [
  { type: 'run-started', runId: 'r', instance: 'site', operation: 'up', steps: 3, at },
  { type: 'step-started', ...web, resourceId: 'id' },
  {
    type: 'attempt-failed',
    pluginId: 'acme/cloud',
    durationMs: 12,
    name: 'web',
    method: 'provider.Resource.Deploy',
    attempt: 1,
    mostAttempts: 6,
    code: 'TRANSIENT',
    reasons: ['busy'],
    retryInMs: 1500,
    at,
  },
  { type: 'step-waiting', key: 'web', name: 'web', polls: 1, at },
  { type: 'step-finished', ...web, durationMs: 1234 },
  {
    type: 'step-failed',
    ...web,
    name: 'db',
    code: 'x/y',
    pluginErrorCode: 'BAD_INPUT',
    reasons: ['full\nto the brim', 'no room'],
    inDoubt: false,
    durationMs: 5,
  },
  { type: 'step-skipped', ...web, name: 'dns', because: 'db failed' },
  {
    type: 'run-finished',
    instance: 'site',
    operation: 'up',
    outcome: 'failed',
    counts: {},
    exports: {},
    durationMs: 9,
    at,
  },
]

describe('progress', () => {
  test('in a log: one line for each event', () => {
    const output = recorder()
    const progress = plainProgress(output)
    for (const event of events) progress.sink(event)
    progress.close()
    assert.equal(
      output.text(),
      `! web: busy, attempt 1 of 6, again in 1.5 s
+ web created (1.2 s)
x db failed creating (BAD_INPUT): full
    to the brim
    no room
! dns skipped: db failed
`,
    )
  })

  test('a refresh that fails says that it was a refresh', () => {
    const output = recorder()
    const progress = plainProgress(output)
    progress.sink({ type: 'run-started', runId: 'r', instance: 'site', operation: 'refresh', steps: 1, at })
    const failed = { type: 'step-failed', code: 'x/y', reasons: ['no network'], inDoubt: false, durationMs: 5 } as const
    progress.sink({ ...failed, ...web, action: 'update' })
    progress.close()
    assert.equal(output.text(), 'x web failed refreshing: no network\n')
  })

  test('in a log: a sign of life when nothing else happens', () => {
    mock.timers.enable({ apis: ['setInterval'] })
    try {
      const output = recorder()
      const progress = plainProgress(output)
      for (const event of events.slice(0, 2)) progress.sink(event)
      mock.timers.tick(10_000)
      progress.close()
      assert.equal(output.text(), '… still creating web\n')
    } finally {
      mock.timers.reset()
    }
  })

  test('in a log: a sign of life before a run begins, but not during a question', () => {
    mock.timers.enable({ apis: ['setInterval'] })
    try {
      const output = recorder()
      const progress = plainProgress(output)
      mock.timers.tick(10_000)
      progress.pause()
      mock.timers.tick(60_000)
      progress.resume()
      mock.timers.tick(10_000)
      progress.close()
      assert.equal(output.text(), '… still at work\n… still at work\n')
    } finally {
      mock.timers.reset()
    }
  })

  test('of a read-only command: no sign of life behind an open question', async () => {
    mock.timers.enable({ apis: ['setInterval'] })
    try {
      const err = recorder()
      const waiting = sayWaiting({ err, env: {} })
      const { promise, resolve } = Promise.withResolvers<string>()
      const answer = whileAsking(promise)
      mock.timers.tick(60_000)
      assert.equal(err.text(), '')
      resolve('y')
      await answer
      mock.timers.tick(10_000)
      waiting.end()
      assert.equal(err.text(), '… still at work\n')
    } finally {
      mock.timers.reset()
    }
  })

  test('of a read-only command: failed attempts, and a sign of life when nothing else happens', () => {
    mock.timers.enable({ apis: ['setInterval'] })
    try {
      const err = recorder()
      const waiting = sayWaiting({ err, env: {} })
      for (const event of events) waiting.observe(event)
      assert.equal(err.text(), '! web: busy, attempt 1 of 6, again in 1.5 s\n')
      mock.timers.tick(10_000)
      waiting.end()
      mock.timers.tick(60_000)
      assert.match(err.text(), /again in 1\.5 s\n… still at work\n$/)
    } finally {
      mock.timers.reset()
    }
  })

  test('on a terminal: a sign of work, if it takes longer than a moment', () => {
    mock.timers.enable({ apis: ['setInterval'] })
    let now = 0
    try {
      const output = recorder(true)
      const progress = liveProgress(output, {}, () => now)
      mock.timers.tick(80)
      assert.doesNotMatch(output.text(), /at work/)
      now = 3000
      mock.timers.tick(80)
      assert.match(output.text(), /at work, 3\.0 s\n$/)
      progress.close()
    } finally {
      mock.timers.reset()
    }
  })

  test('on a terminal: the running steps, their time and progress; all of it disappears at the end', () => {
    mock.timers.enable({ apis: ['setInterval'] })
    let now = 0
    try {
      const output = recorder(true)
      const progress = liveProgress(output, {}, () => now)
      for (const event of events.slice(0, 2)) progress.sink(event)
      now = 2000
      mock.timers.tick(80)
      assert.match(output.text(), /web creating 2\.0 s\n0 of 3 done, 2\.0 s\n/)
      for (const event of events.slice(2, 5)) progress.sink(event)
      mock.timers.tick(80)
      assert.match(output.text(), /\+ web created \(1\.2 s\)\n1 of 3 done, 2\.0 s, about 4\.0 s left\n$/)
      progress.close()
      const wiped = '\u001B[1A\r\u001B[2K\n\u001B[1A\r\u001B[?25h'
      assert.ok(output.text().endsWith(wiped), 'and the picture is wiped')
    } finally {
      mock.timers.reset()
    }
  })

  test('on a terminal, a run without a number of steps: the running steps, their time, and how many are done', () => {
    mock.timers.enable({ apis: ['setInterval'] })
    let now = 0
    try {
      const output = recorder(true)
      const progress = liveProgress(output, {}, () => now)
      progress.sink({ type: 'run-started', runId: 'r', instance: 'site', operation: 'up', steps: 0, at })
      for (const name of ['web', 'db']) progress.sink({ type: 'step-started', ...web, name, resourceId: name })
      now = 2000
      mock.timers.tick(80)
      assert.match(output.text(), / {2}web creating 2\.0 s\n {2}db creating 2\.0 s\n0 done, 2 running, 2\.0 s\n$/)
      progress.sink({ type: 'step-finished', ...web, durationMs: 1234 })
      mock.timers.tick(80)
      assert.match(output.text(), /\+ web created \(1\.2 s\)\n {2}db creating 2\.0 s\n1 done, 1 running, 2\.0 s\n$/)
      progress.sink({ type: 'step-finished', ...web, name: 'db', durationMs: 1234 })
      mock.timers.tick(80)
      assert.match(output.text(), /\+ db created \(1\.2 s\)\n2 done, 2\.0 s\n$/)
      progress.close()
    } finally {
      mock.timers.reset()
    }
  })

  test('on a terminal, the rollback of a failed run: its steps are counted from zero', () => {
    mock.timers.enable({ apis: ['setInterval'] })
    try {
      const output = recorder(true)
      const progress = liveProgress(output, {}, () => 0)
      for (const event of events.slice(0, 6)) progress.sink(event)
      progress.sink({ type: 'run-started', runId: 'back', instance: 'site', operation: 'up', steps: 1, at })
      mock.timers.tick(80)
      assert.match(output.text(), /\n0 of 1 done, 0 ms\n$/)
      progress.close()
    } finally {
      mock.timers.reset()
    }
  })

  test('for machines: every event is a line of JSON', () => {
    const out = recorder()
    const progress = jsonEvents({ out, err: recorder() }, {})
    for (const event of events) progress.sink(event)
    const lines = out
      .text()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { format: number; type: string })
    assert.deepEqual(
      lines.map((line) => line.type),
      events.map((event) => event.type),
    )
    assert.ok(lines.every((line) => line.format === 1))
  })

  test('durations', () => {
    assert.deepEqual([0, 999, 1000, 59_949, 59_951, 125_000, 3_700_000].map(durationText), [
      '0 ms',
      '999 ms',
      '1.0 s',
      '59.9 s',
      '1 min 0 s',
      '2 min 5 s',
      '1 h 1 min',
    ])
  })
})
