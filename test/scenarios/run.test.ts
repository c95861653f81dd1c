/**
 * Each folder here is a scenario: files, and a transcript with the commands (`$ …`) and what they must print.
 * After a wanted change: `UPDATE=1 npm run test:one -- test/scenarios/run.test.ts`, then read the difference.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { commandsIn, makeSandbox } from './transcript.ts'

const examples = join(import.meta.dirname, '../../examples')

/** Scenarios on the files of an example. */
const basedOn: Readonly<Record<string, string>> = { website: join(examples, 'website') }

const scenarios = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)

describe('scenarios', { concurrency: 2 }, () => {
  for (const name of scenarios) {
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
        sandbox.run('slipway destroy --yes')
        sandbox.remove()
      }
    })
  }
})
