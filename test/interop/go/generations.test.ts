// test:rest: more cases of what gopher.test.ts shows
/** Every method of plugins on both generations of the public Go SDK, called by a user's commands, with every kind of failure. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, type TestContext } from 'node:test'

import { test } from '../../cases.ts'
import { machine, type Machine } from '../../plugins/machine.ts'
import { type PluginMethod, providerMethods, transformerMethods } from '../../plugins/methods/table.ts'
import { suite } from '../needs.ts'
import { buildGopher, type Gopher, goSdks, skipWithoutGo } from './build.ts'

/** One element of every kind that the plugins have. */
const everything = `version: 2025-11-02
transform: villages-2026
variables:
  soil: { type: gopher/soil, default: clay }
datasources:
  now:
    type: gopher/weather
    filter: { field: place, operator: "=", search: Kiel }
    exports: { place: { type: string } }
resources:
  north:
    type: gopher/village
    metadata: { annotations: { road.paved: true } }
    linkSelector: { byLabel: { road: "yes" } }
    spec: { name: North }
  south: { type: gopher/village, metadata: { labels: { road: "yes" } }, spec: { name: South } }
  home:
    type: gopher/burrow
    linkSelector: { byLabel: { near: home } }
    spec: { name: '\${dig(variables.soil, 2)} \${datasources.now.place}', path: home.txt }
  den: { type: gopher/burrow, metadata: { labels: { near: home } }, spec: { name: den, path: den.txt } }
exports:
  name: { type: string, field: resources.home.spec.name }
  sign: { type: string, field: resources.north_sign.spec.seen }
`

/** Short deadlines, so that the test does not wait long for a hanging call. */
const deadlines = Object.fromEntries(
  [
    'DEPLOY',
    'DESTROY',
    'HAS_STABILISED',
    'EXTERNAL_STATE',
    'VALIDATE',
    'FETCH',
    'CALL_FUNCTION',
    'TRANSFORM',
    'SETTLE',
  ].map((name) => [`SLIPWAY_DEADLINES_${name}_MS`, '1500']),
)

interface Attempt {
  readonly type: string
  readonly name: string
  readonly method: string
  readonly code: string
  readonly reasons: readonly string[]
}

/** The outcome of a call that fails in this way. */
interface Way {
  readonly how: 'transient' | 'busy' | 'bad' | 'fail' | 'hang' | 'crash'
  readonly code: string
  readonly says: RegExp
}

const bad: Way = { how: 'bad', code: 'BAD_INPUT', says: /too wet.*too many moles|bad ground/ }
const fail: Way = { how: 'fail', code: 'UNEXPECTED', says: /the shovel broke/ }
const busy: Way = { how: 'busy', code: 'TRANSIENT', says: /always busy/ }
const hang: Way = { how: 'hang', code: 'UNEXPECTED', says: /did not answer within 1\.\d+ s/ }
const crash: Way = { how: 'crash', code: 'UNEXPECTED', says: /got no answer: interop\/\w+ exited with code 3/ }
const ways: readonly Way[] = [bad, fail, busy, hang]

for (const sdk of goSdks) {
  suite(`plugins on the public Go SDK ${sdk}`, { skip: skipWithoutGo, timeout: 300_000 }, () => {
    let gopher: Gopher
    before(async () => {
      gopher = await buildGopher(sdk)
    })

    const village = (t: TestContext, blueprint: string): Machine => {
      const box = machine(t)
      box.install(gopher.file, 'interop/gopher')
      box.install(gopher.file, 'interop/villages', { kind: 'transformer' })
      box.write('app.blueprint.yaml', blueprint)
      return box
    }

    test('answer every method', async (t) => {
      const box = village(t, everything)
      const called: Record<string, Set<string>> = { 'interop/gopher': new Set(), 'interop/villages': new Set() }
      for (const line of ['up --yes', 'up --yes --refresh', 'destroy --yes']) {
        const record = join(box.folder, 'calls')
        const ended = await box.slipway(line, { SLIPWAY_PLUGINS_RECORD: record })
        assert.equal(ended.code, 0, `${line}: ${ended.stdout}${ended.stderr}`)
        for (const { pluginId, method } of linesOf(readFileSync(record, 'utf8')) as {
          pluginId: string
          method: string
        }[])
          called[pluginId]?.add(method)
        if (line === 'up --yes') assert.match((await box.slipway('exports --json')).stdout, /clayclay Kiel.*\n.*North/)
      }
      assert.deepEqual([...(called['interop/gopher'] ?? [])].toSorted(), namesOf(providerMethods))
      assert.deepEqual([...(called['interop/villages'] ?? [])].toSorted(), namesOf(transformerMethods))
      assert.deepEqual(await box.processesLeft(), [])
    })

    test('fail only in the calls that they are told to fail', async (t) => {
      const troubles = ['deploy', 'settle'].flatMap((part) => ways.map((way) => ({ part, way })))
      const links = ['a', 'b', 'between'].flatMap((part) => ways.map((way) => ({ part, way })))
      const box = village(
        t,
        blueprintOf([
          ...troubles.map(({ part, way }) => burrow(`${part}_${way.how}`, `trouble: ${part}-${way.how}`)),
          burrow('deploy_transient', 'trouble: deploy-transient'),
          ...links.map(({ part, way }) => linked(`link_${part}_${way.how}`, `${part}-${way.how}`)),
          linked('link_a_transient', 'a-transient'),
          burrow('shed', 'depth: 1', 'metadata: { labels: { near: shed } }'),
        ]),
      )
      const attempts = await failing(box, 'up --yes')
      for (const { part, way } of troubles) told(attempts, `${part}_${way.how}`, way, true)
      for (const { part, way } of links) told(attempts, `link_${part}_${way.how}::shed`, way, true)
      for (const name of ['deploy_transient', 'link_a_transient::shed'])
        assert.deepEqual(codesOf(attempts, name), ['TRANSIENT', 'TRANSIENT'], name)
      const { stdout } = await box.slipway('state list --json')
      for (const name of ['deploy_transient', 'shed']) assert.match(stdout, new RegExp(`"${name}"[^}]*"created"`))
    })

    test('fail during a read and during a destroy', async (t) => {
      const troubles = ['look', 'destroy'].flatMap((part) => ways.map((way) => ({ part, way })))
      const box = village(
        t,
        blueprintOf([
          ...troubles.map(({ part, way }) => burrow(`${part}_${way.how}`, `trouble: ${part}-${way.how}`)),
          ...ways.map((way) => linked(`link_look_${way.how}`, `look-${way.how}`)),
          burrow('shed', 'depth: 1', 'metadata: { labels: { near: shed } }'),
        ]),
      )
      const up = await box.slipway('up --yes')
      assert.equal(up.code, 0, up.stderr)
      const looked = await failing(box, 'up --yes --refresh')
      for (const way of ways) told(looked, `look_${way.how}`, way, true)
      for (const way of ways) told(looked, `link_look_${way.how}::shed`, way, false)
      const destroyed = await failing(box, 'destroy --yes')
      for (const way of ways) told(destroyed, `destroy_${way.how}`, way, true)
      assert.match((await box.slipway('state list --json')).stdout, /destroy_bad/)
    })

    for (const way of [bad, busy, hang, crash]) {
      test(`${way.how} in each call of a plan`, async (t) => {
        const shed = burrow('shed', 'depth: 1', 'metadata: { labels: { near: shed } }')
        const reading = burrow('r', 'path: "${datasources.now.place}"')
        const asked: readonly (readonly [name: string, method: string, blueprint: string, isRetried?: boolean])[] = [
          ['r', 'provider.Resource.CustomValidate', blueprintOf([burrow('r', `trouble: check-${way.how}`)])],
          ['r::shed', 'provider.Link.ValidateLink', blueprintOf([linked('r', `check-${way.how}`), shed])],
          ['r::shed', 'provider.Link.StageChanges', blueprintOf([linked('r', `stage-${way.how}`), shed])],
          ['now', 'provider.DataSource.CustomValidate', blueprintOf([reading], data(`check-${way.how}`))],
          ['now', 'provider.DataSource.Fetch', blueprintOf([reading], data(`fetch-${way.how}`)), true],
          ['dig', 'provider.Function.Call', blueprintOf([burrow('r', `path: '\${dig("call-${way.how}", 1)}'`)])],
          ['v', 'transformer.CustomValidateAbstractResource', blueprintOf([villageOf(`check-${way.how}`)], transform)],
          ['villages-2026', 'transformer.Transform', blueprintOf([villageOf(`transform-${way.how}`)], transform)],
        ]
        const box = village(t, '')
        for (const [name, method, blueprint, isRetried = false] of asked) {
          box.write('app.blueprint.yaml', blueprint)
          const attempts = await failing(box, 'up --yes')
          told(
            attempts.filter((attempt) => attempt.method === method),
            name,
            way,
            isRetried,
          )
        }
        assert.equal((await box.slipway('state list --json')).stdout, '[]\n')
        assert.deepEqual(await box.processesLeft(), [])
      })
    }

    for (const part of ['deploy', 'settle', 'destroy', 'look', 'a', 'between'] as const) {
      test(`are named if they crash in ${part}, and the next run continues`, async (t) => {
        const isLink = part === 'a' || part === 'between'
        const more = isLink ? [burrow('shed', 'depth: 1', 'metadata: { labels: { near: shed } }')] : []
        const trouble = isLink ? linked('r', `${part}-crash`) : burrow('r', `trouble: ${part}-crash`)
        const box = village(t, blueprintOf([trouble, ...more]))
        if (part === 'destroy' || part === 'look') assert.equal((await box.slipway('up --yes')).code, 0)
        const line = { destroy: 'destroy --yes', look: 'up --yes --refresh' }[part as string] ?? 'up --yes'
        told(await failing(box, line), isLink ? 'r::shed' : 'r', crash, false)
        // A resource that was about to be destroyed is recorded with the failure.
        if (part === 'destroy') return assert.match((await box.slipway('state list --json')).stdout, /"name": *"r"/)
        box.write('app.blueprint.yaml', blueprintOf([isLink ? linked('r', 'none') : burrow('r', 'depth: 2'), ...more]))
        // The outcome of the deploy is unknown, and the type cannot find the resource.
        const again = await box.slipway(`up --yes${part === 'deploy' ? ' --settle r=missing' : ''}`)
        assert.equal(again.code, 0, again.stdout + again.stderr)
      })
    }
  })
}

const data = (place: string) => `datasources:
  now: { type: gopher/weather, filter: { field: place, operator: "=", search: ${place} }, exports: { place: { type: string } } }
`
const transform = 'transform: villages-2026\n'
const villageOf = (name: string): string => `  v: { type: gopher/village, spec: { name: ${name} } }\n`

function blueprintOf(resources: readonly string[], more = ''): string {
  return `version: 2025-11-02\n${more}resources:\n${resources.join('')}`
}

function burrow(name: string, spec: string, more = ''): string {
  const rest = more === '' ? '' : `, ${more}`
  return `  ${name}: { type: gopher/burrow, spec: { name: ${name}, ${spec} }${rest} }\n`
}

/** A burrow with a link to the shed. */
function linked(name: string, trouble: string): string {
  const selector = 'linkSelector: { byLabel: { near: shed } }'
  return burrow(name, 'depth: 1', `${selector}, metadata: { annotations: { path.trouble: ${trouble} } }`)
}

/** Runs a command that fails, and returns the attempts that failed. */
async function failing(box: Machine, line: string): Promise<readonly Attempt[]> {
  const { code, stdout, stderr } = await box.slipway(`${line} --json`, deadlines)
  assert.equal(code, 1, stdout + stderr)
  return (linesOf(stdout) as Attempt[]).filter(({ type }) => type === 'attempt-failed')
}

/** Checks the reported attempts. The Go provider allows four retries. */
function told(attempts: readonly Attempt[], name: string, { how, code, says }: Way, isRetried: boolean): void {
  const codes = codesOf(attempts, name)
  assert.deepEqual(
    codes,
    Array.from({ length: how === 'busy' && isRetried ? 5 : 1 }, () => code),
    `${name}: ${how}`,
  )
  assert.match(attempts.find((one) => one.name === name)?.reasons.join(', ') ?? '', says, name)
}

function codesOf(attempts: readonly Attempt[], name: string): readonly string[] {
  return attempts.filter((attempt) => attempt.name === name).map(({ code }) => code)
}

function namesOf(table: Readonly<Record<string, PluginMethod>>): readonly string[] {
  return Object.entries(table)
    .flatMap(([name, { never }]) => (never === undefined ? [name] : []))
    .toSorted()
}

function linesOf(text: string): readonly unknown[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line))
}
