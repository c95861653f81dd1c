import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { destroy } from '../change/destroy.ts'
import type { DevRequest } from './dev.ts'
import { watched } from './testing.ts'

const site = (text: string) => ({ name: 'site.blueprint.yaml', text })

const blueprint = (...names: readonly string[]): string =>
  `version: 2025-11-02\nvariables: { who: { type: string, default: ada } }\nresources:\n${names
    .map((name) => `  ${name}: { type: local/file, spec: { path: ${name}.txt, content: "\${variables.who}" } }\n`)
    .join('')}`

test('a wish to apply that comes before the plan is shown applies nothing', { timeout: 120_000 }, async (context) => {
  let wish: (() => void) | undefined
  const early = {
    onReady: (apply: () => void) => {
      wish = apply
      apply()
    },
    observe: () => () => wish?.(),
  }
  await watched(context, site(blueprint('note')), early, async ({ cwd, apply, next }) => {
    await next('planned')
    await pause(1000)
    assert.equal(existsSync(join(cwd, 'note.txt')), false)
    apply()
    await next('applied')
    assert.equal(readFileSync(join(cwd, 'note.txt'), 'utf8'), 'ada')
  })
})

test(
  'a plan that would do more than the shown one is shown, and not applied',
  { timeout: 120_000 },
  async (context) => {
    await watched(context, site(blueprint('note')), {}, async ({ cwd, apply, next }) => {
      await next('planned')
      writeFileSync(join(cwd, 'site.blueprint.yaml'), blueprint('note', 'other'))
      apply()
      const round = await next('planned')
      assert.deepEqual([round.isOther, [...round.fresh]], [true, ['other']])
      assert.deepEqual([existsSync(join(cwd, 'note.txt')), existsSync(join(cwd, 'other.txt'))], [false, false])
    })
  },
)

test('an answer is kept for the next plans and for applying', { timeout: 120_000 }, async (context) => {
  const asked: string[] = []
  const ask: NonNullable<DevRequest['ask']> = async ({ name }) => {
    asked.push(name)
    return `answer ${asked.length}`
  }
  const text = blueprint('note').replace(', default: ada', '')
  await watched(context, site(text), { ask }, async ({ cwd, apply, next }) => {
    await next('planned')
    apply()
    await next('applied')
    assert.equal(readFileSync(join(cwd, 'note.txt'), 'utf8'), 'answer 1')
    assert.deepEqual(asked, ['who'])
  })
})

test('a restart that is named with the plan is agreed to by one wish', { timeout: 120_000 }, async (context) => {
  const server = '  server: { type: local/process, dependsOn: note, spec: { command: sleep, args: ["600"] } }\n'
  await watched(context, site(blueprint('note') + server), {}, async ({ cwd, slipway, apply, next }) => {
    try {
      await next('planned')
      apply()
      await next('applied')
      writeFileSync(join(cwd, 'site.blueprint.yaml'), blueprint('note').replace('ada', 'eve') + server)
      const round = await next('planned')
      assert.deepEqual(round.restart, ['server'])
      apply()
      await next('applied')
      assert.equal(readFileSync(join(cwd, 'note.txt'), 'utf8'), 'eve')
    } finally {
      await destroy(slipway, { approve: true })
    }
  })
})
