/**
 * Each folder here is a scenario: files, and a transcript with the commands (`$ …`) and what they must print.
 * After a wanted change: `UPDATE=1 npm run test:one -- test/scenarios/run.test.ts`, then read the difference.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from '../cases.ts'
import { commandsIn, makeSandbox } from './transcript.ts'

const examples = join(import.meta.dirname, '../../examples')

/** Scenarios that use the files of an example. */
const basedOn: Readonly<Record<string, string>> = {
  website: join(examples, 'website'),
  'stage-tasks': join(examples, 'environments'),
}

/** The subjects of the scenarios; the first scenario of each shows the capability. */
const subjects: Readonly<Record<string, readonly string[]>> = {
  deployments: [
    'website',
    'environments',
    'stage-tasks',
    'children',
    'nested-children',
    'instances',
    'conditions',
    'late-condition',
    'links',
  ],
  'what is there already': ['reconcile', 'items-from-outside', 'taken-port', 'command-anew'],
  'ways back': ['rollback', 'rollback-protected'],
  plans: ['saved-plan', 'drawn', 'json', 'exclude', 'options', 'unchecked'],
  names: ['moved', 'renamed', 'renamed-by-hand'],
  states: ['state-backup', 'state-by-hand', 'state-elsewhere', 'state-key', 'damaged-state'],
  blueprints: ['three-forms', 'variables', 'exports-elsewhere', 'other-folder', 'secrets', 'typo'],
  commands: ['usage', 'missing-plugin', 'plugins-by-key', 'types'],
}

const scenarios = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
const filed = new Set(Object.values(subjects).flat())
const others = scenarios.filter((name) => !filed.has(name))

for (const [subject, names] of Object.entries({ ...subjects, 'other things': others }))
  describe(`scenarios of ${subject}`, { concurrency: 2 }, () => {
    for (const name of names) {
      test(name, async () => {
        const folder = join(import.meta.dirname, name)
        const file = join(folder, 'transcript.txt')
        const expected = readFileSync(file, 'utf8')
        const sandbox = await makeSandbox([...(basedOn[name] === undefined ? [] : [basedOn[name]]), folder])
        try {
          const said = commandsIn(expected).map((command) => `$ ${command}\n${sandbox.run(command)}`)
          if (process.env['UPDATE'] === '1') writeFileSync(file, said.join('\n'))
          else assert.equal(said.join('\n'), expected)
        } finally {
          if (!commandsIn(expected).at(-1)?.includes('slipway destroy')) sandbox.run('slipway destroy --yes')
          sandbox.remove()
        }
      })
    }
  })
