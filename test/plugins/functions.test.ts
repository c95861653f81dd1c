/** Functions that take and return functions, and variables of a provider's type, as a user would use them: on the command line. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { describe, test } from '../cases.ts'
import { machine, type Machine } from './machine.ts'
import { oneFile } from '../one-file.ts'

const sums = `version: 2025-11-02
variables:
  base: { type: maths/base, default: 10 }
values:
  tens: { type: array, value: '\${map(list(1, 2), times_g(variables.base))}' }
resources:
  note:
    type: local/file
    spec:
      path: note.txt
      content: '\${join(values.tens, ",")} \${applied(function = replace_g("a", "o"), text = "banana")} \${times(factor = 2, n = 4)}'
`

function withMaths(t: TestContext): Machine {
  const box = machine(t)
  box.installScript(`exec '${process.execPath}' '${oneFile(join(import.meta.dirname, 'maths.ts'))}'`, 'acme/maths')
  box.write('sums.blueprint.yaml', sums)
  return box
}

describe('a provider with functions and types of variables', { timeout: 240_000 }, () => {
  test('returns functions that can be called, and calls functions that it gets', async (t) => {
    const box = withMaths(t)
    const up = await box.slipway('up --yes')
    assert.equal(up.code, 0, up.stderr)
    assert.equal(readFileSync(join(box.folder, 'note.txt'), 'utf8'), '10,20 bonono 8')
    assert.equal((await box.slipway('plan --detailed-exitcode')).code, 0)
    assert.equal((await box.slipway('up --yes --var base=2')).code, 0)
    assert.equal(readFileSync(join(box.folder, 'note.txt'), 'utf8'), '2,4 bonono 8')
  })

  test('accepts only its own options', async (t) => {
    const { stdout, stderr, code } = await withMaths(t).slipway('validate --var base=3')
    assert.notEqual(code, 0)
    assert.match(stdout + stderr, /"base" does not allow the integer 3.*\n.*\n.*\n.*allowed: 2, 10/)
  })
})
