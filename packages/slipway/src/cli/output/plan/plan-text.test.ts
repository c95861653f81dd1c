import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Plan, PlanStep } from '@slipway/engine'
import { secret, Unknown, valueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { planJson } from './plan-json.ts'
import { planText } from './plan-text.ts'

const plain = { color: false }

function step(about: Partial<PlanStep> & Pick<PlanStep, 'name' | 'action'>): PlanStep {
  return { key: about.name, type: 'local/file', changes: [], replaceBecause: [], after: [], ...about } as PlanStep
}

function resource(about: Pick<ResourceRecord, 'status' | 'doubtSince'>): ResourceRecord {
  const plugin = { pluginId: 'slipway/local', pluginVersion: '1.0.0' }
  const times = { createdAt: 1, updatedAt: 1 }
  const rest = { dependsOn: [], reads: [], removalPolicy: 'delete', replaced: false, failureReasons: [] } as const
  return { id: 'id', name: 'db', type: 'local/file', ...plugin, spec: valueMap(), ...rest, ...times, ...about }
}

function plan(steps: readonly PlanStep[], about: Partial<Plan> = {}): Plan {
  return {
    format: 3,
    regrouped: [],
    operation: 'up',
    instance: 'site',
    stateVersion: 3,
    blueprintHash: 'h',
    steps,
    exports: {},
    exportsChanged: false,
    ...about,
  }
}

const everything = plan([
  step({
    name: 'made',
    action: 'create',
    changes: [
      { path: 'spec.path', next: 'a.txt' },
      { path: 'spec.token', next: secret('sesame') },
      { path: 'spec.id', next: new Unknown('resources.id.spec.result') },
      { path: 'spec.tags', next: [1, valueMap([['a', null]]), 12345678901234567890n] },
      { path: 'spec.long', next: 'x'.repeat(300) },
    ],
  }),
  step({
    name: 'moved',
    action: 'replace',
    changes: [{ path: 'spec.path', previous: 'a', next: 'b' }],
    replaceBecause: ['spec.path'],
  }),
  step({
    name: 'changed',
    action: 'update',
    changes: [
      { path: 'spec.token', previous: secret('old'), next: secret('new') },
      { path: 'spec.text', previous: 'one\ntwo\nthree\n', next: 'one\n2\nthree\n' },
      { path: 'spec.gone', previous: true },
    ],
  }),
  step({ name: 'left', action: 'delete', reason: 'not in the blueprint' }),
  step({ name: 'kept', action: 'none' }),
  step({ name: 'open', action: 'none', reason: 'perhaps left by a failed create' }),
  step({
    name: 'stuck',
    action: 'create',
    blocked: { code: 'engine/in-doubt', message: 'nobody knows whether it exists', hint: 'say so' },
  }),
])

describe('a plan as text', () => {
  test('every kind of step and change', () => {
    assert.equal(
      planText(everything, plain),
      `+ made (local/file) will be created
    + path: "a.txt"
    + token: (secret)
    + id: (known after resources.id.spec.result)
    + tags: [1, { a: null }, 12345678901234567890]
    + long: "${'x'.repeat(300)}"

-/+ moved (local/file) will be replaced: path cannot change in place
    ~ path: "a" -> "b"  # needs a new one

~ changed (local/file) will be updated in place
    ~ token: (secret) -> (secret) (changed)
    ~ text:
          one
        - two
        + 2
          three
    - gone: true

- left (local/file) will be destroyed: not in the blueprint
    ! it will stay: stuck cannot be made, and may be this one under another name

  open (local/file) will stay: perhaps left by a failed create

+ stuck (local/file) will be created
    ! this will fail: nobody knows whether it exists
      hint: say so

Plan for site: 2 to create, 1 to update, 1 to replace, 1 to delete, 2 unchanged
`,
    )
  })

  test('a retained resource is shown as staying, and as lost where its container goes', () => {
    const text = planText(
      plan([
        step({ name: 'kept', action: 'replace', replaceBecause: ['spec.path'], retainsOld: true }),
        step({ name: 'inside', action: 'forget', reason: 'retained', lostWith: 'box' }),
      ]),
      plain,
    )
    assert.match(
      text,
      /kept \(local\/file\) will be replaced: path cannot change in place; the old one will be forgotten: retained\n/,
    )
    assert.match(
      text,
      /inside \(local\/file\) will be forgotten: retained\n    ! it will be lost anyway: it is inside box, which is destroyed\n/,
    )
  })

  test('a shared hint is shown once; where the plan is carried out at once, at its end', () => {
    const blocked = { code: 'x/y', message: 'nobody knows' }
    const steps = ['a', 'b'].map((name) =>
      step({ name, action: 'create', blocked: { ...blocked, hint: `slipway state rm ${name}` } }),
    )
    const [a, b] = ['a', 'b'].map(
      (name) => `+ ${name} (local/file) will be created\n    ! this will fail: nobody knows\n`,
    )
    const summary = '\nPlan for site: 2 to create\n'
    const hint = '\nhint for a, b (NAME is each of them): slipway state rm NAME\n'
    assert.equal(planText(plan(steps), plain), `${a}\n${b}${hint}${summary}`)
    assert.equal(planText(plan(steps), plain, { isRunAtOnce: true }), `${a}\n${b}${summary}`)
  })

  test('a resource in doubt is not shown as changed in place', () => {
    const current = resource({ status: 'create-interrupted', doubtSince: 1 })
    const text = planText(plan([step({ name: 'db', action: 'update', current })]), plain)
    assert.match(text, /^~ db \(local\/file\) will be created again as it was asked for, and then updated\n/)
  })

  test('a long value has a line for each of its parts, in full', () => {
    const tags = valueMap([
      ['environment', 'production of the whole harbour'],
      ['owners', ['ada', 'grace']],
      ['motd', 'first\nsecond\n'],
      ['long', ['w'.repeat(90)]],
    ])
    const changes = [
      { path: 'spec.tags', next: tags },
      { path: 'spec.hosts', previous: ['h'.repeat(50), 'i'.repeat(50)], next: ['h'.repeat(50)] },
      { path: 'spec.key', previous: 'k', next: 'l'.repeat(90) },
      { path: 'spec.secrets', next: [secret('s'.repeat(90)), secret('t'.repeat(90))] },
    ]
    assert.equal(
      planText(plan([step({ name: 'x', action: 'update', changes })]), plain),
      `~ x (local/file) will be updated in place
    + tags:
    +   environment: "production of the whole harbour"
    +   owners: ["ada", "grace"]
    +   motd:
    +     | first
    +     | second
    +   long:
    +     - "${'w'.repeat(90)}"
    ~ hosts:
      - - "${'h'.repeat(50)}"
      - - "${'i'.repeat(50)}"
      + ["${'h'.repeat(50)}"]
    ~ key:
      - "k"
      + "${'l'.repeat(90)}"
    + secrets: [(secret), (secret)]

Plan for site: 1 to update
`,
    )
  })

  test('an SDK’s internal value has one line, of any length', () => {
    const inputs = valueMap([
      ['__provider', 'exports.handler = __f0;\n'.repeat(80)],
      ['text', 'one\ntwo\n'],
    ])
    const note = step({ name: 'note', action: 'create', changes: [{ path: 'spec.inputs', next: inputs }] })
    assert.equal(
      planText(plan([note]), plain).split('\n\n')[0],
      `+ note (local/file) will be created
    + inputs:
    +   __provider: "exports.handler = __f0;\\nexports.handler = __f0;\\nexports.handler = __f0;\\nexp… (2002 characters)
    +   text:
    +     | one
    +     | two`,
    )
  })

  test('in brief, long values are shown from their first difference', () => {
    const change = {
      path: 'spec.text',
      previous: `${'a'.repeat(100)} old ${'z'.repeat(100)}`,
      next: `${'a'.repeat(100)} new ${'z'.repeat(100)}`,
    }
    const text = planText(plan([step({ name: 'x', action: 'update', changes: [change] })]), plain, { brief: true })
    const after = 'z'.repeat(55)
    assert.ok(
      text.includes(`…${'a'.repeat(19)} old ${after}… (207 characters) -> …${'a'.repeat(19)} new ${after}… (207`),
    )
  })

  test('secrets are shown on request', () => {
    assert.match(planText(everything, plain, { showSecrets: true }), /token: "old" -> "new"/)
    assert.doesNotMatch(JSON.stringify(planJson(everything)), /sesame|"old"|"new"/)
    assert.match(JSON.stringify(planJson(everything, { showSecrets: true })), /sesame/)
  })

  test('“nothing to do” has words for each operation', () => {
    assert.equal(planText(plan([]), plain), 'Nothing to do: site is as the blueprint describes it\n')
    assert.equal(planText(plan([], { operation: 'destroy' }), plain), 'Nothing to do: nothing is left of site\n')
    assert.equal(
      planText(plan([], { operation: 'destroy', leavesRecords: true }), plain),
      'Nothing to do: what is left of site needs a key that is not here\n',
    )
    assert.equal(planText(plan([], { operation: 'refresh' }), plain), 'Nothing to do: site is as it was recorded\n')
    assert.equal(planText(plan([], { exportsChanged: true }), plain), 'Plan for site: only the exports change\n')
  })

  test('one-line steps stand close together; in brief there is never more than a screenful', () => {
    const many = Array.from({ length: 500 }, (_, index) => step({ name: `r${index}`, action: 'delete' }))
    assert.equal(planText(plan(many), plain).split('\n').length, 500 + 1 + 1 + 1)
    const lines = planText(plan(many), plain, { brief: true }).split('\n')
    assert.equal(lines.length, 200 + 1 + 1 + 1 + 1)
    assert.equal(lines[200], '… and 300 more; without --brief all are shown')
  })

  test('changed exports are shown below the steps, except in a destroy', () => {
    const changes = [
      { path: 'port', previous: 80, next: 81 },
      { path: 'token', next: secret('sesame') },
      { path: 'motd', previous: 'a\nb\n' },
    ]
    const changed = plan([step({ name: 'x', action: 'delete' })], { exportsChanged: true, exportChanges: changes })
    assert.equal(
      planText(changed, plain),
      `- x (local/file) will be destroyed

exports:
    ~ port: 80 -> 81
    + token: (secret)
    - motd:
    -   | a
    -   | b

Plan for site: 1 to delete
`,
    )
    assert.doesNotMatch(planText({ ...changed, operation: 'destroy' }, plain), /exports/)
  })

  test('a refresh records, and updates nothing', () => {
    const found = step({
      name: 'x',
      action: 'update',
      reason: 'changed outside',
      changes: [{ path: 'spec.size', previous: 1, next: 2 }],
    })
    assert.equal(
      planText(plan([found], { operation: 'refresh' }), plain),
      `~ x (local/file) will be recorded as it is: changed outside
    ~ size: 1 -> 2

Plan for site: 1 to record
`,
    )
  })

  test('stage tasks are shown in their places, with the reason if one does not run', () => {
    const tasks = {
      tasks: [
        { plugin: 'net', task: 'up', stage: 'pre_deployment/100', type: 'shell', node: 'local' },
        { plugin: 'net', task: '#2', stage: 'post_deployment', type: 'shell', skipped: 'no node has the role web' },
      ],
      taskOrderChanges: ['~ net/up moves'],
      tasksUnfinished: true,
    }
    assert.equal(
      planText(plan([]), plain, {}, tasks),
      `Before the deployment, 1 stage task:
  > net/up (pre_deployment/100, shell) on local
After the deployment, 1 stage task:
    net/#2 (post_deployment, shell): not run, no node has the role web
The order of stage tasks has changed:
  ~ net/up moves
The last deployment did not succeed: its stage tasks continue where they stopped.

Plan for site: no resource changes, 1 stage task to run
`,
    )
    assert.match(planText(plan([]), plain, { brief: true }, tasks), /^Before the deployment, 1 stage task\nAfter/)
  })

  test('colour goes around words, never into a pipe', () => {
    assert.ok(planText(everything, { color: true }).includes('\u001B[32m'))
    assert.ok(!planText(everything, plain).includes('\u001B'))
  })
})

describe('the steps of children', () => {
  const made = plan(
    [
      step({ name: 'net/a', action: 'create' }),
      step({ name: 'own', action: 'create' }),
      step({ name: 'net/sub/b', action: 'delete' }),
      step({ name: 'net/c', action: 'delete' }),
    ],
    {
      children: [
        {
          name: 'net',
          exports: { id: new Unknown('resources.net/a.spec.id') },
          exportsChanged: true,
          exportChanges: [{ path: 'id', next: new Unknown('resources.net/a.spec.id') }],
          change: 'new',
        },
        { name: 'net/sub', exports: {}, exportsChanged: false },
      ],
    },
  )

  test('stand together, after those of their parent', () => {
    assert.equal(
      planText(made, plain),
      `+ own (local/file) will be created

net (new child):
+ net/a (local/file) will be created
- net/c (local/file) will be destroyed

exports:
    + id: (known after resources.net/a.spec.id)

net/sub:
- net/sub/b (local/file) will be destroyed

Plan for site: 2 to create, 2 to delete
`,
    )
  })

  test('name their child in JSON, and its fate', () => {
    const json = planJson(made) as { steps: { child?: string }[]; children: object[] }
    assert.deepEqual(
      json.steps.map(({ child }) => child),
      ['net', undefined, 'net/sub', 'net'],
    )
    assert.deepEqual(json.children, [
      {
        name: 'net',
        change: 'new',
        summary: { create: 1, update: 0, replace: 0, delete: 2, forget: 0, none: 0 },
        exports: { id: '(known after resources.net/a.spec.id)' },
        exportsChanged: true,
        exportChanges: [{ path: 'id', next: '(known after resources.net/a.spec.id)' }],
      },
      {
        name: 'net/sub',
        summary: { create: 0, update: 0, replace: 0, delete: 1, forget: 0, none: 0 },
        exports: {},
        exportsChanged: false,
        exportChanges: [],
      },
    ])
  })
})
