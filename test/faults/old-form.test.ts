// test:rest: through commands, what fixtures.test.ts of the stores shows of version 0.1.0
/** What version 0.1.0 has left: a state, an export and a backup whose secrets are bound to no place. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { describe, test } from '../cases.ts'
import { machine, type Machine } from '../plugins/machine.ts'

const fixtures = join(import.meta.dirname, '../../packages/stores/fixtures')
const launcher = join(import.meta.dirname, '../../packages/slipway/bin/slipway')
const phrase = { SLIPWAY_PASSPHRASE: 'fixture' }
const token = 'x&_NDqz>foJl*Mun_]?q'
const blueprint = `version: 2025-11-02
resources:
  first: { type: random/password, spec: { length: 20 } }
  second: { type: random/password, spec: { length: 24 } }
exports:
  token: { type: string, field: resources.first.spec.result }
`

/** A project with the state of then, an export of it, and a copy. */
function earlier(context: TestContext, text = blueprint): Machine {
  const box = machine(context)
  box.write('site.blueprint.yaml', text)
  const state = join(box.folder, '.slipway')
  mkdirSync(state, { mode: 0o700 })
  for (const name of ['state.db', 'state.db-commits'])
    copyFileSync(join(fixtures, 'state-v5-release', name), join(state, name))
  copyFileSync(join(fixtures, 'documents/document-v3.json'), join(box.folder, 'old.json'))
  cpSync(join(fixtures, 'state-v5-release'), join(box.folder, 'copy'), { recursive: true })
  return box
}

async function isOld(box: Machine): Promise<boolean> {
  const { stdout } = await box.slipway('doctor', phrase)
  return /^odd {2}state: \d records? ha(s|ve) secrets in the form of Slipway 0\.1\.0/m.test(stdout)
}

async function told(box: Machine): Promise<string> {
  return (await box.slipway('exports --only token --raw --show-secrets', phrase)).stdout.trim()
}

describe('a state of version 0.1.0', { concurrency: 2, timeout: 240_000 }, () => {
  test('opens with a note about its old form, and is bound by the first command that records a secret', async (context) => {
    const box = earlier(context, blueprint.replace('24', '25'))
    assert.equal(await told(box), token)
    assert.equal(await isOld(box), true)
    const { code, stderr } = await box.slipway('up --yes', phrase)
    assert.equal(code, 0, stderr)
    assert.equal(await told(box), token)
    assert.equal(await isOld(box), false)
    const { stdout } = await box.slipway('state export', phrase)
    assert.doesNotMatch(stdout, /"1:/)
  })

  test('is bound by a new key', async (context) => {
    const box = earlier(context)
    const { code, stderr } = await box.slipway('state rekey', { ...phrase, SLIPWAY_NEW_PASSPHRASE: 'fixture' })
    assert.equal(code, 0, stderr)
    assert.equal(await isOld(box), false)
    assert.equal(await told(box), token)
  })
})

describe('a file of version 0.1.0', { concurrency: 2, timeout: 240_000 }, () => {
  for (const [what, line] of [
    ['an export', 'state import old.json --yes'],
    ['a copy of the state', 'state restore copy/state.db --yes'],
  ] as const) {
    test(`is accepted only with --old-form, and is then bound: ${what}`, async (context) => {
      const box = earlier(context)
      const refused = await box.slipway(line, phrase)
      assert.equal(refused.code, 1)
      assert.match(
        refused.stderr,
        /which does not say where each belongs.*\[state\/old-form\]\n {2}hint: .*--old-form/s,
      )
      assert.equal(await isOld(box), true)
      const taken = await box.slipway(`${line} --old-form`, phrase)
      assert.equal(taken.code, 0, taken.stderr)
      assert.equal(await isOld(box), false)
      assert.equal(await told(box), token)
    })
  }

  for (const [answer, code] of [
    ['n', 1],
    ['y', 0],
  ] as const) {
    test(`causes a question on a terminal: ${answer}`, async (context) => {
      const box = earlier(context)
      // Two instances of one state cannot have the same things.
      rmSync(join(box.folder, '.slipway'), { recursive: true })
      const { code: ended, said } = await onTerminal(box, 'state import old.json --instance fresh', answer)
      assert.match(said, /which does not say where each belongs[\s\S]*Accept them, and seal them again\?/)
      assert.equal(ended, code, said)
      const { stdout } = await box.slipway('instances', phrase)
      assert.equal(stdout.includes('fresh'), code === 0)
    })
  }
})

/** Answers the first question on a terminal. */
function onTerminal(
  box: Machine,
  line: string,
  answer: string,
): Promise<{ readonly code: number; readonly said: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      'script',
      ['-qec', `${launcher} ${line}`, '/dev/null'],
      { cwd: box.folder, env: { ...box.env, ...phrase }, timeout: 240_000 },
      (error, stdout) => resolve({ code: error === null ? 0 : Number(error.code), said: stdout }),
    )
    let said = ''
    child.stdout?.on('data', (text: string) => {
      const before = said
      said += text
      if (/again\?/.test(said) && !/again\?/.test(before)) child.stdin?.write(`${answer}\n`)
    })
  })
}

/** How many processes of a command have derived a key. */
async function derived(box: Machine, line: string, more: NodeJS.ProcessEnv = {}): Promise<number> {
  const [log, hook] = [join(box.folder, 'derived.log'), join(box.folder, 'count.cjs')]
  writeFileSync(log, '')
  writeFileSync(
    hook,
    `const crypto = require('node:crypto'), { appendFileSync } = require('node:fs'), before = crypto.scryptSync
    crypto.scryptSync = (...all) => (appendFileSync(${JSON.stringify(log)}, 'x'), before(...all))
    require('node:module').syncBuiltinESMExports()`,
  )
  // Written as -r, since commands with --require may share a process (test/warm), which would remember keys.
  const { code, stderr } = await box.slipway(line, { ...phrase, ...more, NODE_OPTIONS: `-r ${hook}` })
  assert.equal(code, 0, `${line}: ${stderr}`)
  return existsSync(log) ? readFileSync(log, 'utf8').length : 0
}

describe('passphrase keys', { concurrency: 2, timeout: 240_000 }, () => {
  test('are derived once per run, and not by a command without secrets', async (context) => {
    const box = machine(context)
    box.write('site.blueprint.yaml', blueprint)
    assert.equal(await derived(box, 'up --yes'), 1)
    for (const line of ['instances', 'state list', 'history', 'validate', 'graph', 'state unlock --yes', 'logs'])
      assert.equal(await derived(box, line), 0, line)
    for (const line of [
      'up --yes',
      'plan --out p.plan',
      'up --plan p.plan',
      'exports',
      'state export',
      'destroy --yes',
    ])
      assert.equal(await derived(box, line), 1, line)
  })

  test('are not derived if nothing is secret', async (context) => {
    const box = machine(context)
    box.write('site.blueprint.yaml', 'version: 2025-11-02\nresources:\n  a: { type: random/pet, spec: {} }\n')
    for (const line of ['up --yes', 'up --yes', 'exports', 'state export', 'destroy --yes'])
      assert.equal(await derived(box, line), 0, line)
  })
})
