import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Plan, RunResult } from '@slipway/engine'
import { summaryText } from './summary-text.ts'

test('a run in which something has failed does not say that nothing changed', () => {
  const plan = { operation: 'up', instance: 'site', steps: [] as Plan['steps'] } as Plan
  const failed = { outcome: 'failed', counts: { failed: 1, skipped: 1 }, failures: [], reasons: [] } as const
  const said = (result: Omit<RunResult, 'exports'>): string | undefined =>
    summaryText({ plan, result: { ...result, exports: {} }, durationMs: 5 }, { color: false }).split('\n')[0]
  assert.equal(said(failed), 'up of site failed: 1 failed (5 ms)')
  assert.equal(said({ ...failed, counts: { failed: 1, delete: 1 } }), 'up of site failed: 1 destroyed, 1 failed (5 ms)')
  assert.equal(said({ ...failed, counts: {} }), 'up of site failed: nothing changed (5 ms)')
})

test('the commands after a failed run name the instance that is not the default one', () => {
  const plan = { operation: 'up', instance: 'staging', steps: [] as Plan['steps'] } as Plan
  const open = { name: 'a', type: 'a/b', code: 'x/y', reasons: [], hint: '--settle' }
  const ended = { outcome: 'failed', counts: {}, failures: [open, open], reasons: [], exports: {} }
  const result = ended as unknown as RunResult
  const text = summaryText({ plan, result, durationMs: 5, naming: '--instance staging' }, { color: false })
  assert.match(text, /none of them does: slipway up --instance staging --settle '\*=missing'\n/)
  assert.match(text, /recorded; slipway up --instance staging carries on from here\.\n/)
})

test('a run that changed only the protection of an instance does not say that nothing changed', () => {
  const plan = { operation: 'up', instance: 'prod', steps: [] as Plan['steps'] } as Plan
  const said = (protect: boolean, result: Partial<RunResult>): string => {
    const ended = { outcome: 'succeeded', counts: {}, failures: [], reasons: [], ...result } as unknown as RunResult
    return summaryText({ plan: { ...plan, protect }, result: ended, durationMs: 5 }, { color: false })
  }
  assert.equal(said(false, {}), 'prod is up: no longer protected (5 ms)\n')
  assert.equal(said(true, { counts: { create: 1 } }), 'prod is up: 1 created, now protected (5 ms)\n')
  // The run may have ended before this.
  assert.match(said(false, { outcome: 'failed' }), /^up of prod failed: nothing changed/)
})

test('a run that changed only exports says so', () => {
  const plan = { operation: 'up', instance: 'site', steps: [] as Plan['steps'], exportsChanged: true } as Plan
  const said = (counts: RunResult['counts']): string => {
    const result = { outcome: 'succeeded', counts, failures: [], reasons: [] } as unknown as RunResult
    return summaryText({ plan, result, durationMs: 5 }, { color: false })
  }
  assert.equal(said({}), 'site is up: exports changed (5 ms)\n')
  assert.equal(said({ update: 1 }), 'site is up: 1 updated (5 ms)\n')
})

test('a plugin’s text of several lines stands below its subject', () => {
  const plan = { operation: 'up', instance: 'site', steps: [] as Plan['steps'] } as Plan
  const why = { name: 'web', type: 'acme/site', code: 'x/y', reasons: ['no\nreally', 'why'], hint: 'one\ntwo' }
  const result = {
    outcome: 'failed',
    counts: { failed: 1 },
    failures: [why],
    reasons: ['the end\nis near'],
    exports: {},
  }
  const text = summaryText({ plan, result: result as unknown as RunResult, durationMs: 5 }, { color: false })
  assert.equal(
    text,
    `up of site failed: 1 failed (5 ms)
  x web (acme/site): no
      really
      why
      hint: one
      two
  x the end
      is near
What was done is recorded; slipway up carries on from here.
`,
  )
})

test('a run that only the user can unblock does not promise that the next one continues', () => {
  const plan = { operation: 'up', instance: 'site', steps: [] as Plan['steps'] } as Plan
  const open = {
    name: 'web',
    type: 'a:b:C',
    code: 'engine/in-doubt',
    reasons: ['no'],
    hint: 'slipway up --settle web=missing',
  }
  const lastLine = (inDoubt: boolean): string | undefined => {
    const result = {
      outcome: 'failed',
      counts: {},
      failures: [{ ...open, inDoubt }],
      reasons: [],
    } as unknown as RunResult
    return summaryText({ plan, result, durationMs: 5 }, { color: false }).trimEnd().split('\n').at(-1)
  }
  assert.equal(lastLine(false), 'What was done is recorded; slipway up carries on from here.')
  assert.equal(
    lastLine(true),
    'What was done is recorded; slipway up carries on from here once the resources in doubt are settled, as described above.',
  )
})

test('several creates in doubt are settled at once', () => {
  const plan = { operation: 'up', instance: 'site', steps: [] as Plan['steps'] } as Plan
  const failed = { type: 'a:b:C', code: 'x/y', reasons: ['no'] }
  const open = (name: string) => ({ ...failed, name, hint: `slipway up --settle ${name}=missing` })
  const said = (failures: readonly object[]): string =>
    summaryText(
      { plan, result: { outcome: 'failed', counts: {}, failures, reasons: [] } as unknown as RunResult, durationMs: 5 },
      { color: false },
    )
  const [web, db, app] = [open('web'), open('db'), { ...failed, name: 'app' }]
  assert.match(said([web, app, db]), /\n  2 may exist; if none of them does: slipway up --settle '\*=missing'\n/)
  assert.doesNotMatch(said([web, app]), /may exist/)
})

test('a message about some targets does not speak for the whole', () => {
  const plan = { operation: 'destroy', instance: 'site', steps: [] as Plan['steps'] } as Plan
  const result = { outcome: 'succeeded', counts: { delete: 2 } } as unknown as RunResult
  const said = (part?: NonNullable<Plan['part']>): string =>
    summaryText({ plan: { ...plan, ...(part && { part }) }, result, durationMs: 5 }, { color: false })
  assert.equal(said(), 'site is destroyed: 2 destroyed (5 ms)\n')
  assert.equal(said({ targets: ['web'] }), 'web of site is destroyed: 2 destroyed (5 ms)\n')
  assert.equal(said({ targets: ['web', 'db'] }), 'web, db of site are destroyed: 2 destroyed (5 ms)\n')
  assert.equal(said({ exclude: ['web', 'db'] }), 'site without web, db is destroyed: 2 destroyed (5 ms)\n')
})

test('a refresh with findings says that exports are unchanged, if there are any', () => {
  const plan = {
    operation: 'refresh',
    instance: 'site',
    steps: [] as Plan['steps'],
    exports: { url: 'x' },
  } as unknown as Plan
  const said = (counts: RunResult['counts'], exports = plan.exports): string =>
    summaryText(
      { plan: { ...plan, exports }, result: { outcome: 'succeeded', counts } as unknown as RunResult, durationMs: 5 },
      { color: false },
    )
  assert.match(
    said({ forget: 1 }),
    /^site is refreshed: 1 forgotten \(5 ms\)\nThe exports are still those of the last up, /,
  )
  assert.match(said({ update: 1 }), /exports are still/)
  assert.doesNotMatch(said({}), /exports are still/)
  assert.doesNotMatch(said({ forget: 1 }, {}), /exports are still/)
})
