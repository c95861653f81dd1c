import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Command } from 'commander'
import { commandNamed, commands } from '../commands.ts'
import { knownElsewhere, optionKnownElsewhere } from './known-elsewhere.ts'

test('a command of another tool gets its equivalent named', () => {
  assert.equal(knownElsewhere(['apply', 'x']), 'slipway up does that here')
  assert.equal(knownElsewhere(['state', 'pull']), 'slipway state export does that here')
  assert.match(knownElsewhere(['workspace', 'select', 'prod']) ?? '', /add --instance NAME/)
  assert.equal(knownElsewhere(['workspace', 'frobnicate']), 'slipway instances does that here')
  assert.equal(knownElsewhere(['frobnicate']), undefined)
  assert.equal(knownElsewhere(['constructor']), undefined)
})

test('what nothing does here is said, and not that something does it', () => {
  for (const word of ['whoami', 'login', 'init'])
    assert.doesNotMatch(knownElsewhere([word]) ?? 'does that here', /does that here/)
})

test('an option of another tool is recognised, in any spelling', () => {
  for (const given of ['--auto-approve', '-auto-approve', '--auto-approve=true'])
    assert.equal(optionKnownElsewhere(given, ['--yes']), '--yes does that here')
  assert.equal(optionKnownElsewhere('--dry-run', []), 'slipway plan does that here')
  assert.equal(optionKnownElsewhere('-out=x', ['--out']), 'write the option with two dashes: --out')
  assert.equal(optionKnownElsewhere('--targt', ['--target']), undefined)
})

/** Words that users of other tools type. A word that is a command here needs no entry. */
const typed = `
  apply, preview, output, workspace select x, stack new, state pull, state push, state delete
  new, test, whoami, login, logout, init, console, taint
  force-unlock, providers, stack export, config set-all, plugin install, stack ls, stack init, import
  refresh, version, graph, show
`
  .split(/,|\n/)
  .map((line) => line.trim())
  .filter((line) => line !== '')

describe('a line of another tool', () => {
  for (const line of typed) {
    test(line, async () => {
      const [first = '', second] = line.split(' ')
      const entry = commandNamed(first)
      const command = new Command(first)
      if (entry !== undefined) (await entry.load()).define(command, commands)
      const isOurs =
        entry !== undefined && (second === undefined || command.commands.some((below) => below.name() === second))
      assert.ok(isOurs || knownElsewhere(line.split(' ')) !== undefined)
    })
  }

  test('is never one of ours in the table', () => {
    for (const { name } of commands) assert.equal(knownElsewhere([name]), undefined, name)
  })
})
