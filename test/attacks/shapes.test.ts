/** Any file of a million characters gets an answer, with a place, in bounded memory. The runner's deadline is the limit of time. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { describe, test } from '../cases.ts'
import { run, type Ended } from '../ledger/command.ts'
import { makeTarget, version } from './target.ts'
import { documents, shapes } from './shapes.ts'

/** Milliseconds. The bar is five seconds of an idle machine. */
const patience = { timeout: 240_000 }

function task(rest: string): string {
  return `- { role: '*', stage: pre_deployment, type: shell, parameters: { cmd: 'true' }${rest} }\n`
}

function assertAnswered({ code, signal, stdout, stderr }: Ended): void {
  assert.ok(code === 0 || code === 1, `${signal} ${stderr.slice(0, 2000)}`)
  assert.doesNotMatch(stderr, /bug in Slipway|heap|\n\s+at .*\.(ts|cjs|mjs):/)
  if (code === 1) assert.match(stderr, /error: .*\[[a-z]+\/[a-z-]+\]/)
  assert.ok(stdout.length + stderr.length < 100_000, `${stdout.length} and ${stderr.length} characters`)
}

describe('a blueprint with a hostile shape is refused or deployed in bounded time:', () => {
  for (const [what, text] of Object.entries(shapes)) {
    test(what, patience, async (context) => {
      const target = makeTarget(context)
      target.write('site.blueprint.yaml', text)
      assertAnswered(await run(target, ['validate']))
    })
  }
})

describe('another file with a hostile shape:', () => {
  const blueprint = `${version}variables: { v: { type: string, default: x } }\nresources: {}\n`
  const attack = (context: TestContext, name: string, text: string, args: readonly string[]): Promise<Ended> => {
    const target = makeTarget(context)
    target.write('site.blueprint.yaml', blueprint)
    target.write('tasks/one/metadata.yaml', 'name: one\nversion: 1.0.0\n')
    target.write('tasks/one/tasks.yaml', '[]\n')
    target.write(name, text)
    return run(target, args)
  }
  const yaml = ['brackets in brackets', 'unknown keys', 'anchors and aliases', 'a key of a million characters'] as const
  for (const what of yaml) {
    test(`variables, settings and tasks of ${what}`, patience, async (context) => {
      const text = shapes[what] ?? assert.fail()
      assertAnswered(await attack(context, 'v.yaml', text, ['validate', '--var-file', 'v.yaml']))
      assertAnswered(await attack(context, 'slipway.config.yaml', text, ['validate']))
      assertAnswered(await attack(context, 'tasks/one/tasks.yaml', text, ['tasks', 'check', 'tasks']))
    })
  }
  for (const [what, text] of Object.entries(documents)) {
    test(`blueprints, variables, plans and states of ${what}`, patience, async (context) => {
      assertAnswered(await attack(context, 'b.json', text, ['validate', 'b.json']))
      assertAnswered(await attack(context, 'v.json', text, ['validate', '--var-file', 'v.json']))
      assertAnswered(await attack(context, 'x.plan', text, ['up', '--plan', 'x.plan']))
      assertAnswered(await attack(context, 'x.json', text, ['state', 'import', '--yes', 'x.json']))
    })
  }

  const tasks: Readonly<Record<string, string>> = {
    'tasks in a circle': Array.from({ length: 8000 }, (_, n) => task(`, id: t${n}, before: t${(n + 1) % 8000}`)).join(
      '',
    ),
    'tasks before all others': Array.from({ length: 300 }, (_, n) =>
      task(`, id: t${n}, before: [${Array.from({ length: 299 - n }, (_each, m) => `t${n + m + 1}`).join(', ')}]`),
    ).join(''),
    'roles that take for ever': Array.from({ length: 10_000 }, (_, n) =>
      task('').replace("'*'", `'/^(a+)+${n}$/'`),
    ).join(''),
  }
  for (const [what, text] of Object.entries(tasks)) {
    test(`tasks: ${what}`, patience, async (context) => {
      assertAnswered(await attack(context, 'tasks/one/tasks.yaml', text, ['tasks', 'check', 'tasks']))
    })
  }

  test('settings with a hundred thousand plugin directories', patience, async (context) => {
    const paths = Array.from({ length: 100_000 }, (_, n) => `./p${n}`).join(', ')
    assertAnswered(await attack(context, 'slipway.config.yaml', `plugins: {path: [${paths}]}\n`, ['validate']))
  })

  test('settings with fifty thousand nodes', patience, async (context) => {
    const nodes = Array.from({ length: 50_000 }, (_, n) => `n${n}: [a${'a'.repeat(n % 30)}!]`).join(', ')
    assertAnswered(await attack(context, 'slipway.config.yaml', `nodes: {${nodes}}\n`, ['plan']))
  })
})
