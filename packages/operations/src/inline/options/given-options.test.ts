import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { diagnosticsOf } from '@slipway/model'
import { compiled } from '../../../../../test/compiled.ts'
import { corePluginRoot, destroy, type InlineProgram, type ProgramStack, plan, up, validate } from '../../index.ts'

const content = { path: 'note', content: 'x' }

function place(context: TestContext) {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-given-options-')))
  context.after(() => rmSync(cwd, { recursive: true, force: true }))
  return { env: { ...compiled, HOME: cwd, PATH: process.env['PATH'] }, cwd, ownPlugins: corePluginRoot() }
}

/** Returns why a program is refused: the message, or the code and the message of each diagnostic. */
async function refusal(slipway: ReturnType<typeof place>, program: InlineProgram): Promise<string> {
  return await plan(slipway, { instance: 'site', program }).then(
    () => 'nothing',
    (thrown: unknown) =>
      diagnosticsOf(thrown)
        ?.map(({ code, message, hint }) => `${code} ${message}; ${hint}`)
        .join('\n') ?? String(thrown),
  )
}

/** Options that no compiler has checked. */
const ask = (s: ProgramStack, options: unknown): unknown => s.resource('db', 'local/file', content, options as never)

const has = (name: string, key: string, near: string): string =>
  `blueprint/unknown-key resources.${name}.options has no key "${key}"; did you mean "${near}"?`

const withEveryOption: InlineProgram = (s) => {
  const other = s.resource('other', 'random/id', { byteLength: 2 })
  s.resource('db', 'local/file', content, {
    aliases: ['old'],
    annotations: { a: 1 },
    custom: { b: [2] },
    dependsOn: other,
    description: 'a note',
    displayName: 'Note',
    ignoreChanges: ['content'],
    labels: { app: 1 as never },
    linkSelector: { byLabel: { app: 'none' }, exclude: 'other' },
    protect: true,
    removalPolicy: 'retain',
    replaceOnChanges: ['path'],
    replaceOrder: 'destroy-first',
    timeouts: { create: '10m' },
  })
  ask(s.scope('in'), null)
}

const note = (s: ProgramStack, name: string, aliases?: readonly string[]): void =>
  void s.resource(name, 'random/id', { byteLength: 2 }, aliases && { aliases })

test('options that a program misspells are refused, also in a scope and in a child', async (context) => {
  const slipway = place(context)
  for (const [program, expected] of [
    [(s) => ask(s, { dependsOn: [], protcet: true }), has('db', 'protcet', 'protect')],
    [(s) => ask(s.scope('in'), { protcet: true }), has('in.db', 'protcet', 'protect')],
    [(s) => s.child('in', (c) => void ask(c, { protcet: true })), has('in/db', 'protcet', 'protect')],
    [
      (s) => ask(s, { dependOn: [s.resource('a', 'random/id', { byteLength: 2 })] }),
      has('db', 'dependOn', 'dependsOn'),
    ],
    [(s) => ask(s, { removalPolicy: true }), 'unknown-word resources.db.removalPolicy cannot be "true"'],
    [(s) => ask(s.scope('in'), 'protect'), 'wrong-shape resources.in.db.options must be a map'],
    [(s) => ask(s, [{ protect: true }]), 'wrong-shape resources.db.options must be a map, but this is a list'],
    [(s) => ask(s, false), 'wrong-shape resources.db.options must be a map, but this is the boolean false'],
    [(s) => ask(s, Promise.resolve({ protect: true })), 'the options of db is a Promise'],
    [(s) => ask(s, { aliases: 'old' }), '"aliases" must be a list, but is the string "old"'],
    [(s) => ask(s.scope('in'), { aliases: 'old' }), '"aliases" must be a list, but is the string "old"'],
    [(s) => ask(s, { dependsOn: 5 }), 'db names a value of type number: give a resource of this program, or its name'],
    [(s) => ask(s, { labels: { app: ['x'] } }), 'the labels of db are texts by name'],
    [
      (s) => ask(s, { linkSelector: { byLabel: { app: 'x' }, exlude: ['a'] } }),
      'the linkSelector of db has no key "exlude"; did you mean "exclude"?',
    ],
    [
      (s) => s.scope('in', { alias: ['old'] } as never),
      'the last argument for in has no key "alias"; did you mean "aliases"?',
    ],
    [(s) => s.child('in', () => ({}), {}, { aliases: 'old' } as never), 'the aliases of in are a list of names'],
    [(s) => s.reference('db', { projct: '..' } as never), 'the reference to db has no key "projct"'],
  ] satisfies readonly (readonly [InlineProgram, string])[]) {
    const found = await refusal(slipway, program)
    assert.ok(found.includes(expected), `${expected}: ${found}`)
  }
})

test('every option that the types have is accepted, and so are one name for a list and labels that are numbers', async (context) => {
  const { plan: shown } = await plan(place(context), { instance: 'site', program: withEveryOption })
  const needs = Object.fromEntries(shown.steps.map(({ name, after }) => [name, after.length]))
  assert.deepEqual(needs, { other: 0, db: 1, 'in.db': 0 })
})

test('a stack that misspells a safety option is refused with the place of the call, and deploys nothing', async (context) => {
  const slipway = place(context)
  const file = join(slipway.cwd, 'shop.stack.ts')
  writeFileSync(
    file,
    `const common = { dependsOn: [], protcet: true, removalPolicy: 'Retain' }
export default (s) => {
  s.resource('db', 'local/file', { path: 'note', content: 'x' }, common)
}
`,
  )
  const expected = [
    ['blueprint/unknown-word', file, 3, 5],
    ['blueprint/unknown-key', file, 3, 5],
  ]
  const { diagnostics } = await validate(slipway, { file })
  assert.deepEqual(
    diagnostics.map(({ code, file: of, range }) => [code, of, range?.start.line, range?.start.column]),
    expected,
  )
  const result = await up(slipway, { file, approve: true, throws: false })
  assert.equal(result.outcome, 'failed')
  assert.ok('run' in result)
  assert.match(result.run.reasons.join(), /shop\.stack\.ts:3:5: resources\.db\.removalPolicy cannot be "Retain"/)
  const { outcome } = await destroy(slipway, { instance: 'shop', approve: true })
  assert.equal(outcome, 'unchanged')
})

test('a former name that two resources of a program claim is refused with both names', async (context) => {
  const slipway = place(context)
  for (const [program, expected] of [
    [
      (s) => [note(s, 'x', ['a']), note(s, 'y', ['b', 'a'])],
      'blueprint/bad-option a cannot get two names: x and y; remove the alias a from one of the two',
    ],
    [
      (s) => [note(s.scope('in', { aliases: ['was'] }), 'x'), note(s, 'y', ['was.x'])],
      'was.x cannot get two names: in.x and y',
    ],
    [(s) => [s.child('in', (c) => note(c, 'x', ['/a'])), note(s, 'y', ['a'])], 'a cannot get two names: in/x and y'],
    [
      (s) => ['one', 'two'].map((name) => note(s.scope(name, { aliases: ['was'] }), 'x')),
      'was.x cannot get two names: one.x and two.x',
    ],
    [
      // A part of a scope in each of its successors, and the same name twice in one list.
      (s) => [
        note(s.scope('one', { aliases: ['was'] }), 'x', ['a', 'a', '/was.x']),
        note(s.scope('two', { aliases: ['was'] }), 'y', ['a']),
      ],
      'was.a cannot get two names: one.x and two.y',
    ],
    [
      (s) => [note(s.scope('one', { aliases: ['was'] }), 'x'), note(s.scope('two', { aliases: ['was'] }), 'y')],
      'nothing',
    ],
  ] satisfies readonly (readonly [(s: ProgramStack) => unknown, string])[]) {
    const found = await refusal(slipway, (s) => void program(s))
    assert.ok(found.includes(expected), `${expected}: ${found}`)
  }
})
