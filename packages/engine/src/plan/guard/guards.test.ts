import assert from 'node:assert/strict'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { ResourceTypeDefinition } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { Situation } from '../../reality/gathered/situation.ts'
import type { PlannedEnd } from './guard.ts'
import { guards } from './guards.ts'
import { verdictOn } from './verdict.ts'

const page = join(import.meta.dirname, '../../../../../docs/decisions/0050-nothing-is-lost.md')
const [begin, end] = ['<!-- guards: begin -->\n', '<!-- guards: end -->\n']

function tableOfGuards(): string {
  const rows = guards.map((guard) => {
    const { name, when, isOfWholePlan, outcome, sentence } = guard
    const both = isOfWholePlan === true ? 'plan (all ends at once) and run' : 'plan and run'
    const isForNow = outcome === 'stays' && guard.isSettled !== true
    return `| ${name} | ${when === 'both' ? both : when} | ${isForNow ? 'stays for now' : outcome} | ${sentence} |`
  })
  return ['| guard | asked by | outcome | sentence |', '|---|---|---|---|', ...rows, ''].join('\n')
}

function pageWithTable(text: string): string {
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)]
  return `${text.slice(0, from)}\n${tableOfGuards()}\n${text.slice(to)}`
}

if (process.env['UPDATE_DOCS'] === '1') writeFileSync(page, pageWithTable(readFileSync(page, 'utf8')))

const definition = { settlement: 'find', onlyReadField: 'isOnlyRead' } as unknown as ResourceTypeDefinition
const composed = { isComposed: true } as unknown as ResourceTypeDefinition

const record = (name: string, more: Partial<ResourceRecord> = {}): ResourceRecord =>
  ({
    id: `id-${name}`,
    name,
    type: 'fake/thing',
    status: 'created',
    spec: {},
    reads: [],
    dependsOn: [],
    failureReasons: [],
    replaced: false,
    createdAt: 1,
    deployedAt: 2,
    ...more,
  }) as ResourceRecord

const quiet: Situation = {
  operation: 'up',
  providers: { byNamespace: new Map([['fake', {} as never]]), type: () => definition, link: () => undefined },
  definition: () => definition,
  row: () => undefined,
  named: () => undefined,
  wanted: () => 'no',
  isAbsent: () => false,
  isMissing: () => false,
  fateOf: () => undefined,
  goesWith: () => false,
  hasContainerLeft: () => false,
  readersOf: () => [],
  willRead: () => undefined,
  membersOf: () => [],
  linkOn: () => undefined,
  sameThing: () => undefined,
  isLikely: () => true,
  uncreated: () => undefined,
}

/** The guard that decides about an end in a situation in which nothing else prevents the end. */
function saidBy(
  who: 'plan' | 'run',
  about: Partial<PlannedEnd>,
  situation: Partial<Situation>,
): readonly [string, string?] {
  const verdict = verdictOn({ record: record('db'), ...about }, { ...quiet, ...situation }, who)
  if (verdict === undefined) return ['ends']
  if (verdict.outcome === 'asked about') return ['ends']
  const words = verdict.outcome === 'refused' ? verdict.obstacle.message : verdict.because
  return [verdict.guard.name, words]
}

const old = record('db', { replaced: true })
const inOld = record('app', { options: { deletedWith: 'db' }, standsIn: ['id-db'] })
const failing = { uncreated: () => 'web' }

const withoutComments = (text: string): string => text.replace(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, '')

/** By name of the guard: an end that the guard prevents, and the expected message. */
const cases: Readonly<
  Record<string, readonly [about: Partial<PlannedEnd>, situation: Partial<Situation>, said: string]>
> = {
  missing: [{}, { isMissing: () => true }, 'missing outside'],
  'gone already': [{ record: record('db', { status: 'absent' }) }, {}, 'gone already'],
  'never made': [{ record: record('db', { status: 'destroyed' }) }, {}, 'was not created'],
  'only read': [{ record: record('db', { spec: { isOnlyRead: true } }) }, {}, 'was only read'],
  'named by a resource that is left out': [{ meant: 'web' }, {}, 'it may belong to web, which this run leaves out'],
  'container stays': [{ isAlong: true, isLeftOut: true }, { hasContainerLeft: () => true }, 'its container stays'],
  'wanted after all': [{}, { fateOf: () => 'kept' }, 'it turned out to be a wanted resource'],
  'made for a resource that stays': [
    { record: record('db', { madeFor: { pluginId: 'acme', id: 'id-web' } }) },
    { row: () => record('web') },
    'the resource that it was made for stays',
  ],
  'retained, and made by the run that is taken back': [
    { record: record('db', { removalPolicy: 'retain' }), isWayBack: true },
    {},
    'it was made by the run, and is retained',
  ],
  retained: [{ record: record('db', { removalPolicy: 'retain' }) }, {}, 'retained'],
  'in doubt': [
    { record: record('db', { status: 'create-interrupted' }) },
    {},
    'perhaps left by an interrupted create; slipway up --settle id-db=exists destroys it, =missing forgets it',
  ],
  'same thing': [{}, { sameThing: () => record('web') }, 'web is the same thing'],
  'still read': [{}, { readersOf: () => [record('app')] }, 'app still reads it'],
  'still a container': [{ record: old }, { membersOf: () => [inOld] }, 'app is still inside it'],
  'still linked': [{}, { linkOn: () => ({ name: 'db::app' }) }, 'the link db::app still uses it'],
  'perhaps a container': [
    { isAwaited: true },
    { membersOf: () => [record('app', { options: { deletedWith: 'db' }, standsIn: ['', 'id-db'] })] },
    'db must be destroyed before its successor is made, and app may be inside it',
  ],
  'to be replaced by a failed resource': [
    { isUnwanted: true },
    { ...failing, named: () => record('web') },
    'web failed, and may be meant to take its place; if not: slipway destroy --target db',
  ],
  'perhaps renamed': [
    { isUnwanted: true },
    failing,
    'web could not be made, and may be this one under another name; if so: slipway state mv db web; if not: slipway destroy --target db',
  ],
  'protected, and made by the run that is taken back': [
    { record: record('db', { options: { protect: true } }), isWayBack: true },
    {},
    'it was made by the run, and is protected',
  ],
  'out of reach': [
    {},
    { providers: { ...quiet.providers, byNamespace: new Map() } },
    'db cannot be removed: no provider for fake/thing is installed',
  ],
}

describe('the table of guards', () => {
  test('is printed in decision 0050 (UPDATE_DOCS=1 writes it)', () => {
    const text = readFileSync(page, 'utf8')
    assert.equal(text, pageWithTable(text))
  })

  for (const guard of guards) {
    const [about, situation, said] = cases[guard.name] ?? []
    if (guard.outcome === 'asked about' || about === undefined) continue
    const askers = (['plan', 'run'] as const).filter((who) => guard.when === 'both' || guard.when === who)
    test(`an end is not one that ${askers.join(' and ')} may make: ${guard.name}`, () => {
      for (const who of askers) {
        const isForgotten: boolean | undefined = who === 'run' ? guard.name === 'retained' : undefined
        const asked: Partial<PlannedEnd> = isForgotten === undefined ? about : { ...about, isForgotten }
        assert.deepEqual(saidBy(who, asked, situation ?? {}), [guard.name, said])
        assert.deepEqual(saidBy(who, who === 'run' ? { isForgotten: false } : {}, {}), ['ends'])
      }
    })
  }

  test('has a test for each row', () => {
    const untested = guards.filter(({ name, outcome }) => cases[name] === undefined && outcome !== 'asked about')
    assert.deepEqual(
      untested.map(({ name }) => name),
      ['protected'],
    )
  })

  test('checks protection last in a run', () => {
    const guarded = record('db', { options: { protect: true } })
    const last = guards.find(({ name }) => name === 'equal keys')
    const verdict = verdictOn({ record: guarded, isForgotten: false }, quiet, 'run', last)
    assert.equal(verdict?.outcome, 'refused')
    assert.equal(verdict?.outcome === 'refused' && verdict.obstacle.code, 'engine/protected')
  })

  test('has each sentence once in the engine', () => {
    const root = join(import.meta.dirname, '../..')
    const sources = globSync('**/*.ts', { cwd: root, exclude: (name) => name.endsWith('.test.ts') })
    const all = sources.map((file) => withoutComments(readFileSync(join(root, file), 'utf8'))).join('\n')
    const parts = guards.flatMap(({ sentence }) => sentence.split(/\{\w+\}/)).filter((part) => part.length > 14)
    for (const part of parts) {
      // A part counts at the beginning of a text, or after a value in it.
      const count = ["'", '`', '}'].reduce((sum, before) => sum + all.split(before + part).length - 1, 0)
      assert.ok(count <= 1, `"${part}" stands ${count} times`)
    }
  })
})

/** The run's message about a thing that `app` reads. */
const reading = (more: Partial<ResourceRecord>, situation: Partial<Situation> = {}): readonly [string, string?] =>
  saidBy('run', { isForgotten: false }, { readersOf: () => [record('app', more)], ...situation })

describe('a reader', () => {
  test('does not keep a resource alive if it does not exist, is removed along with it, or is neither found nor wanted', () => {
    assert.deepEqual(reading({ status: 'destroyed' }), ['ends'])
    assert.deepEqual(reading({}, { goesWith: () => true }), ['ends'])
    assert.deepEqual(reading({}, { isLikely: () => false }), ['ends'])
    assert.equal(reading({}, { isLikely: () => false, wanted: () => 'yes' })[0], 'still read')
  })

  test('does not keep a resource alive if both are removed and read each other, unless it is protected', () => {
    const rows = { 'id-db': record('db', { reads: ['id-app'] }), 'id-app': record('app', { reads: ['id-db'] }) }
    const both: Partial<Situation> = {
      fateOf: () => 'goes',
      row: (id) => Object.entries(rows).find(([each]) => each === id)?.[1],
    }
    assert.deepEqual(reading({}, both), ['ends'])
    assert.equal(reading({ options: { protect: true } }, both)[0], 'still read')
  })

  test('does not delay a step that a new resource waits for', () => {
    const situation = { ...failing, readersOf: () => [record('app')], linkOn: () => ({ name: 'db::app' }) }
    const about = { isForgotten: false, isAwaited: true, isUnwanted: true }
    assert.deepEqual(saidBy('run', about, situation), ['ends'])
  })
})

test('a resource made for a part of a component is removed when the component says so', () => {
  const made = record('db', { madeFor: { pluginId: 'acme', id: 'id-web' } })
  const situation = { row: () => record('web'), definition: () => composed }
  assert.deepEqual(saidBy('run', { record: made, isForgotten: false }, situation), ['ends'])
})
