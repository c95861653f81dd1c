import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { destroy } from '../change/destroy.ts'
import type { Observer } from '../events.ts'
import type { DevRequest } from './dev.ts'
import { watched } from './testing.ts'

const long = { timeout: 120_000 }

/** A stack with a file, whose function does this first. */
const stack = (content: string, first = ''): string => `export default async (s) => {
  ${first}
  s.resource('note', 'local/file', { path: 'note.txt', content: '${content}' })
}
`
const site = (text: string) => ({ name: 'site.stack.ts', text })

/** Tells its process and blocks everything. */
const loop = 'console.log(`begun ${process.pid}`); while (true);'
/** Tells its process and waits, as for a slow service. */
const slow = 'console.log(`begun ${process.pid}`); await new Promise((go) => setTimeout(go, 600_000))'

/** Hears the process of each function that has begun to block. */
function begun(): { readonly observe: () => Observer; readonly next: () => Promise<number> } {
  const pids: number[] = []
  return {
    observe: () => (event) => {
      const [, pid] = event.type === 'program-message' ? (/^begun (\d+)/.exec(event.message) ?? []) : []
      if (pid !== undefined) pids.push(Number(pid))
    },
    next: async () => {
      for (;;) {
        const pid = pids.shift()
        if (pid !== undefined) return pid
        await pause(20)
      }
    },
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The content that a planned round would write. */
function contentIn({ plan }: { readonly plan: { readonly steps: readonly object[] } }): string {
  return /"content":"([^"]*)"/.exec(JSON.stringify(plan.steps))?.[1] ?? ''
}

for (const [what, blocking] of [
  ['a loop', loop],
  ['a slow call', slow],
] as const)
  test(
    `a save while the function is in ${what} ends its process, and the new text is planned`,
    long,
    async (context) => {
      const { observe, next: nextBegun } = begun()
      await watched(context, site(stack('one', blocking)), { observe }, async ({ cwd, next }) => {
        const first = await nextBegun()
        writeFileSync(join(cwd, 'site.stack.ts'), stack('two', blocking))
        const second = await nextBegun()
        assert.equal(isRunning(first), false)
        writeFileSync(join(cwd, 'site.stack.ts'), stack('three'))
        assert.equal(contentIn(await next('planned')), 'three')
        assert.equal(isRunning(second), false)
      })
    },
  )

test('rapid saves end with the plan of the last text', long, async (context) => {
  await watched(context, site(stack('0')), {}, async ({ cwd, next }) => {
    await next('planned')
    for (let save = 1; save <= 20; save++) {
      writeFileSync(join(cwd, 'site.stack.ts'), stack(String(save)))
      await pause(save * 10)
    }
    while (contentIn(await next('planned')) !== '20');
  })
})

test(
  'a wish to apply while a save is planned applies nothing, not even the plan that was on the screen',
  long,
  async (context) => {
    const { observe, next: nextBegun } = begun()
    await watched(context, site(stack('one')), { observe }, async ({ cwd, apply, next }) => {
      const note = join(cwd, 'note.txt')
      await next('planned')
      writeFileSync(join(cwd, 'site.stack.ts'), stack('two', slow))
      await nextBegun()
      apply()
      writeFileSync(join(cwd, 'site.stack.ts'), stack('three'))
      assert.equal(contentIn(await next('planned')), 'three')
      await pause(1000)
      assert.equal(existsSync(note), false)
      apply()
      await next('applied')
      assert.equal(readFileSync(note, 'utf8'), 'three')
    })
  },
)

const asking = (path: string): string =>
  `version: 2025-11-02\nvariables: { who: { type: string } }\nresources: { note: { type: local/file, spec: { path: ${path}, content: "\${variables.who}" } } }\n`

test('a save under an open question waits for the answer, which is kept for the new text', long, async (context) => {
  const asked: string[] = []
  const answer = Promise.withResolvers<string>()
  const ask: NonNullable<DevRequest['ask']> = async ({ name }) => {
    asked.push(name)
    return await answer.promise
  }
  const file = { name: 'site.blueprint.yaml', text: asking('a.txt') }
  await watched(context, file, { ask }, async ({ cwd, apply, next }) => {
    while (asked.length === 0) await pause(20)
    writeFileSync(join(cwd, file.name), asking('b.txt'))
    await pause(1000)
    answer.resolve('ada')
    await next('changed')
    await next('planned')
    apply()
    await next('applied')
    assert.equal(readFileSync(join(cwd, 'b.txt'), 'utf8'), 'ada')
    assert.deepEqual(asked, ['who'])
  })
})

/** A blueprint whose deployment says that it has begun, and goes on once there is a file `go`. */
const gated = (content: string): string => `version: 2025-11-02
resources:
  gate:
    type: local/command
    spec: { create: "touch begun; while [ ! -e go ]; do sleep 0.05; done; touch ended", update: "true" }
  note: { type: local/file, dependsOn: gate, spec: { path: note.txt, content: ${content} } }
`

test('a save while a plan is applied waits, and is planned after it', long, async (context) => {
  const file = { name: 'site.blueprint.yaml', text: gated('one') }
  await watched(context, file, {}, async ({ cwd, apply, next }) => {
    await next('planned')
    apply()
    while (!existsSync(join(cwd, 'begun'))) await pause(20)
    writeFileSync(join(cwd, file.name), gated('two'))
    assert.deepEqual((await next('waiting')).files, [file.name])
    assert.equal(existsSync(join(cwd, 'ended')), false)
    writeFileSync(join(cwd, 'go'), '')
    assert.equal((await next('applied')).result.outcome, 'succeeded')
    assert.equal(readFileSync(join(cwd, 'note.txt'), 'utf8'), 'one')
    assert.deepEqual((await next('changed')).files, [file.name])
    const { plan } = await next('planned')
    assert.deepEqual(
      plan.steps.filter(({ action }) => action !== 'none').map(({ name, action }) => [name, action]),
      [['note', 'update']],
    )
  })
})

const server = (text: string): string =>
  `version: 2025-11-02\nresources:\n  server: { type: local/process, spec: { command: sh, args: [server.sh] } }\n${text}`

test(
  'a process whose file was saved with a mistake elsewhere restarts with the plan that corrects it',
  long,
  async (context) => {
    const file = { name: 'site.blueprint.yaml', text: server('') }
    await watched(context, file, {}, async ({ cwd, slipway, apply, next }) => {
      writeFileSync(join(cwd, 'server.sh'), 'exec sleep 600\n')
      try {
        await next('planned')
        apply()
        await next('applied')
        writeFileSync(join(cwd, file.name), server('mistake: 1\n'))
        writeFileSync(join(cwd, 'server.sh'), 'exec sleep 601\n')
        await next('failed')
        writeFileSync(join(cwd, file.name), server(''))
        assert.deepEqual((await next('planned')).restart, ['server'])
      } finally {
        await destroy(slipway, { approve: true })
      }
    })
  },
)
