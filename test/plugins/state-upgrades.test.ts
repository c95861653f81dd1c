/** A plugin gets a new version whose type has another schema, and then the older version again: through the command line. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { testPlugin } from '@slipway/testkit'
import { describe, test } from '../cases.ts'
import { machine, type Machine } from './machine.ts'
import { oneFile } from '../one-file.ts'

const plugin = oneFile(join(import.meta.dirname, 'ages.ts'))

interface Notes extends Machine {
  /** Makes one version the only installed one. */
  use(age: string): void
  describe(spec: string): void
  /** The plugin's calls since the last look. */
  calls(): readonly string[]
}

function notes(t: TestContext): Notes {
  const box = machine(t)
  const log = join(box.folder, 'calls')
  return Object.assign(box, {
    use(age: string) {
      // Both versions are installed, and the settings choose one, as a user would.
      const version = age === '1' ? '1.0.0' : '2.0.0'
      box.installScript(`NOTES_CALLS=${log} exec ${process.execPath} ${plugin} ${age}`, 'acme/notes', { version })
      box.write('slipway.config.yaml', `plugins: { pin: { acme/notes: ${version} } }\n`)
    },
    describe: (spec: string) =>
      box.write('app.blueprint.yaml', `version: 2025-11-02\nresources: { it: { type: notes/note, spec: ${spec} } }\n`),
    calls() {
      const said = existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : []
      if (existsSync(log)) box.write('calls', '')
      return said
    },
  })
}

async function deployed(t: TestContext): Promise<Notes> {
  const box = notes(t)
  box.use('1')
  box.describe('{ text: milk, colour: red, key: swordfish }')
  const up = await box.slipway('up --yes')
  assert.equal(up.code, 0, up.stderr)
  box.calls()
  return box
}

const second = '{ text: milk, key: swordfish, paper: { colour: red, lines: [] } }'

interface Recorded {
  readonly schemaVersion?: number
  readonly spec: Readonly<Record<string, unknown>>
}

async function recorded(box: Notes): Promise<Recorded> {
  return JSON.parse((await box.slipway('state show it --json')).stdout) as Recorded
}

describe('a record of an earlier plugin version', { timeout: 240_000, concurrency: 2 }, () => {
  test('is read by the next version, and kept until the first change', async (t) => {
    const box = await deployed(t)
    box.use('2')
    box.describe(second)
    const plan = await box.slipway('plan')
    assert.equal(plan.code, 0, plan.stderr)
    assert.deepEqual(box.calls(), ['2 upgrade'])
    const same = await box.slipway('up --yes')
    assert.equal(same.code, 0, same.stderr)
    assert.deepEqual(box.calls(), ['2 upgrade'])
    const kept = await recorded(box)
    assert.deepEqual([kept.schemaVersion, kept.spec['colour']], [undefined, 'red'])
    // Goes back to the older version, and forward again.
    box.use('1')
    box.describe('{ text: milk, colour: red, key: swordfish }')
    const back = await box.slipway('up --yes')
    assert.equal(back.code, 0, back.stderr)
    assert.deepEqual(box.calls(), [])
    box.use('2')
    box.describe(second.replace('milk', 'bread'))
    const changed = await box.slipway('up --yes')
    assert.equal(changed.code, 0, changed.stderr)
    const [upgrade, update, ...rest] = box.calls()
    assert.deepEqual([upgrade, rest], ['2 upgrade', []])
    assert.match(update ?? '', /^2 update \[\{.*"paper":\{"colour":"red","lines":\[\]\}.*,\{.*"text":"bread"/)
    const now = await recorded(box)
    assert.deepEqual([now.schemaVersion, now.spec['text'], 'colour' in now.spec], [2, 'bread', false])
    const again = await box.slipway('destroy --yes')
    assert.equal(again.code, 0, again.stderr)
    assert.match(box.calls().join('\n'), /^2 destroy \{.*"paper"/)
  })

  test('is refused by an older version with the next step', async (t) => {
    const box = notes(t)
    box.use('2')
    box.describe(second)
    assert.equal((await box.slipway('up --yes')).code, 0)
    box.use('1')
    box.describe('{ text: tea }')
    const up = await box.slipway('up --yes')
    assert.equal(up.code, 1)
    assert.match(up.stderr, /it was recorded by version 2 of notes\/note, and acme\/notes 1\.0\.0 only knows version 1/)
    assert.match(up.stderr, /use acme\/notes 2\.0\.0.*plugins\.pin/)
    assert.equal((await recorded(box)).schemaVersion, 2)
  })

  for (const [age, words] of [
    ['forgetful', /upgrading the record of it from version 1 to 2 of notes\/note \(acme\/notes, .*\): .*nobody knows/],
    ['wrong', /upgrading the record of it from version 1 to 2 of notes\/note .*is not a notes\/note/],
  ] as const)
    test(`is kept if the next version is ${age}`, async (t) => {
      const box = await deployed(t)
      const before = await recorded(box)
      box.use(age)
      box.describe(second)
      for (const line of ['plan', 'up --yes', 'destroy --yes']) {
        const ended = await box.slipway(line)
        assert.equal(ended.code, 1, ended.stdout)
        assert.match(ended.stderr, words)
        assert.match(ended.stderr, /acme\/notes 1\.0\.0 still works: set plugins\.pin/)
      }
      assert.deepEqual(await recorded(box), before)
      assert.deepEqual(new Set(box.calls()), new Set([`${age} upgrade`]))
    })

  test('is tried by plugin test, which recognises a bad upgrade', async (t) => {
    const box = notes(t)
    const reportOf = async (age: string) => {
      box.installScript(`exec ${process.execPath} ${plugin} ${age}`, 'acme/notes', { version: '2.0.0' })
      const state = { text: 'milk', colour: 'red', id: '1' }
      const about = { type: 'notes/note', version: 1, state }
      const expect = { paper: { colour: 'red', lines: [] } }
      const executable = join(box.root, 'providers/acme/notes/2.0.0')
      const upgrades = [
        { ...about, expect },
        { ...about, version: 3, fails: 'BAD_INPUT' as const },
      ]
      const { checks } = await testPlugin(executable, { upgrades })
      return checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`)
    }
    assert.deepEqual(await reportOf('2'), [])
    assert.match(
      (await reportOf('wrong')).join('\n'),
      /^notes\/note: is upgraded from version 1: .*is not a notes\/note/,
    )
  })
})
