/** An attacker can write a user's files, but has no key: swapped secrets, and secrets of a plugin that pass for something else. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { describe, test } from '../cases.ts'
import { run, type Ended } from '../ledger/command.ts'
import { makeTarget, version, type Target } from './target.ts'

const blueprint = `${version}variables:
  one: { type: string, secret: true, default: first-secret }
  two: { type: string, secret: true, default: second-secret }
resources:
  web: { type: null/resource, spec: { value: "\${variables.one}" } }
  db: { type: null/resource, spec: { value: "\${variables.two}" } }
`

async function deployed(context: TestContext, text = blueprint, name = 'site'): Promise<Target> {
  const target = makeTarget(context)
  target.write('site.blueprint.yaml', text)
  await done(target, 'up', '--yes', '--instance', name)
  return target
}

async function done(target: Target, ...words: readonly string[]): Promise<Ended> {
  const end = await run(target, words)
  assert.equal(end.code, 0, `${words.join(' ')}: ${end.stderr}`)
  return end
}

async function refused(target: Target, pattern: RegExp, ...words: readonly string[]): Promise<Ended> {
  const end = await run(target, words)
  assert.equal(end.code, 1, `${words.join(' ')}: ${end.stdout}${end.stderr}`)
  assert.match(end.stderr, pattern)
  assert.doesNotMatch(`${end.stdout}${end.stderr}`, /(first|second)-secret|bug in Slipway/)
  return end
}

interface Document {
  state: string
  readonly instance: { name: string }
  readonly resources: { readonly name: string; readonly spec: { value: { $secret: string } } }[]
}

async function exported(target: Target, instance = 'site'): Promise<Document> {
  return JSON.parse((await done(target, 'state', 'export', '--instance', instance)).stdout) as Document
}

describe('an export with swapped secrets is refused by name,', { concurrency: 2 }, () => {
  test('between two resources', async (context) => {
    const target = await deployed(context)
    const document = await exported(target)
    const [one, two] = document.resources
    assert.ok(one !== undefined && two !== undefined)
    ;[one.spec.value, two.spec.value] = [two.spec.value, one.spec.value]
    const file = target.write('changed.json', JSON.stringify(document))
    await refused(
      target,
      /resource (web|db) cannot be imported: .*sealed for another place/,
      'state',
      'import',
      file,
      '--yes',
    )
    const shown = await done(target, 'state', 'show', 'web', '--show-secrets')
    assert.match(shown.stdout, /first-secret/)
  })

  test('with another instance or another state', async (context) => {
    const [target, stranger] = [await deployed(context), await deployed(context)]
    await done(target, 'up', '--yes', '--instance', 'other')
    for (const [name, given] of Object.entries({
      other: await exported(target, 'other'),
      stranger: await exported(stranger),
    })) {
      const document = await exported(target)
      const web = document.resources.find((resource) => resource.name === 'web')
      const theirs = given.resources.find((resource) => resource.name === 'web')
      assert.ok(web !== undefined && theirs !== undefined)
      web.spec.value = theirs.spec.value
      const file = target.write(`${name}.json`, JSON.stringify(document))
      await refused(target, /state\/(damaged-record|wrong-key)/, 'state', 'import', file, '--yes')
    }
  })
})

interface PlanFile {
  sealed: string
  plan: string
  id: string
  state: string
  instance: string
  readonly options: object
}

function planIn(target: Target, name: string): PlanFile {
  return JSON.parse(readFileSync(join(target.folder, name), 'utf8')) as PlanFile
}

/** Computes the digest like Slipway, from the content of the file. */
function digestOf({ options, plan }: PlanFile): string {
  return createHash('sha256').update(JSON.stringify(options)).update(plan).digest('hex')
}

describe('a saved plan is refused,', { concurrency: 2 }, () => {
  test('if a plugin’s secret replaces its sealed part', async (context) => {
    const target = await deployed(context)
    await done(target, 'plan', '--out', 'p.plan', '--instance', 'site', '--var', 'one=other')
    const plan = planIn(target, 'p.plan')
    plan.plan = plan.plan.replaceAll('web', 'wob')
    // The forms of the earlier and the present seal: the attacker controls everything but the mark.
    const forged = {
      variables: [],
      tasks: null,
      taskMarks: [],
      settings: { ids: {}, known: {} },
      mark: '',
      digest: digestOf(plan),
    }
    const text = JSON.stringify(JSON.stringify(forged)).replaceAll('$', '$$')
    const secret = `${version}variables:\n  v: { type: string, secret: true }\nresources:\n  seal: { type: null/resource, spec: { value: "\${jsondecode(variables.v)}" } }\n`
    target.write('site.blueprint.yaml', secret)
    await done(target, 'up', '--yes', '--instance', 'evil', '--var', `v=${JSON.parse(text) as string}`)
    const [seal] = (await exported(target, 'evil')).resources
    assert.match(seal?.spec.value.$secret ?? '', /^2:/)
    for (const sealed of [seal?.spec.value.$secret ?? '', planIn(target, 'p.plan').sealed]) {
      target.write('forged.plan', JSON.stringify({ ...plan, sealed }))
      await refused(
        target,
        /it was changed after it was saved {2}\[cli\/bad-plan-file\]/,
        'up',
        '--plan',
        'forged.plan',
      )
      await refused(target, /\[cli\/bad-plan-file\]/, 'show', 'forged.plan')
    }
  })

  test('if its id, state or instance was changed, or its secrets come from another plan', async (context) => {
    const target = await deployed(context)
    for (const [file, value] of [
      ['p.plan', 'a'],
      ['q.plan', 'b'],
    ] as const)
      await done(target, 'plan', '--out', file, '--instance', 'site', '--var', `one=${value}`)
    const plan = planIn(target, 'p.plan')
    const other = planIn(target, 'q.plan')
    for (const change of [
      { id: other.id },
      { state: '' },
      { instance: 'other' },
      { sealed: other.sealed },
      { plan: other.plan },
    ]) {
      target.write('changed.plan', JSON.stringify({ ...plan, ...change }))
      await refused(
        target,
        /it was changed after it was saved {2}\[cli\/bad-plan-file\]/,
        'up',
        '--plan',
        'changed.plan',
      )
    }
  })

  test('if it lacks a part, which is named', async (context) => {
    const target = await deployed(context)
    await done(target, 'plan', '--out', 'p.plan', '--instance', 'site')
    for (const part of ['id', 'state', 'instance', 'options', 'sealed', 'plan'] as const) {
      target.write('cut.plan', JSON.stringify({ ...planIn(target, 'p.plan'), [part]: undefined }))
      await refused(
        target,
        new RegExp(`cut\\.plan is not a saved plan: ${part} is missing`),
        'up',
        '--plan',
        'cut.plan',
      )
    }
    for (const part of ['targets', 'exclude', 'replace', 'operation']) {
      const plan = planIn(target, 'p.plan')
      target.write('cut.plan', JSON.stringify({ ...plan, options: { ...plan.options, [part]: undefined } }))
      await refused(target, new RegExp(`options\\.${part} is missing`), 'up', '--plan', 'cut.plan')
    }
  })

  test('if it was made from another state, even if neither knows the instance', async (context) => {
    const target = await deployed(context)
    await done(target, 'plan', '--out', 'new.plan', '--instance', 'fresh')
    const elsewhere = { SLIPWAY_STATE: join(target.folder, 'another-state') }
    assert.equal((await run(target, ['up', '--yes', '--instance', 'site'], elsewhere)).code, 0)
    const { code, stderr } = await run(target, ['up', '--plan', 'new.plan'], elsewhere)
    assert.equal(code, 1, stderr)
    assert.match(stderr, /engine\/stale-plan/)
    await done(target, 'up', '--plan', 'new.plan')
  })
})
