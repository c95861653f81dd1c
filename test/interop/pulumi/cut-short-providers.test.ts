// test:rest: more cases of what ledger.test.ts shows
import assert from 'node:assert/strict'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { test } from '../../cases.ts'
import { skip } from './machine.ts'
import { project } from './project.ts'
import { suite } from '../needs.ts'

/** Installs a plugin that reports its start, and sends no greeting while the machine holds it. */
function installSlow(folder: string): void {
  const wait = 'touch "$LEDGER_HOLD.started"; while [ -e "$LEDGER_HOLD" ]; do sleep 0.05; done'
  const plugin = join(import.meta.dirname, 'ledger.cjs')
  writeFileSync(join(folder, 'pulumi-resource-ledger'), `#!/bin/sh\n${wait}\nexec node '${plugin}' "$@"\n`, {
    mode: 0o755,
  })
}

const programs = {
  default: `new Entry('rent', { account: 'house' })`,
  mine: `const mine = new pulumi.ProviderResource('ledger', 'mine', {})
new Entry('rent', { account: 'house' }, { provider: mine })`,
}

function cutShort(t: TestContext, program: string) {
  const made = project(t, { install: installSlow })
  const { run, at } = made
  made.program(program)
  return {
    ...made,
    done: (...args: string[]): string => {
      const { code, err, out } = run(...args)
      assert.equal(code, 0, err)
      return err + out
    },
    killed: async (): Promise<void> => {
      rmSync(at('hold.started'), { force: true })
      await made.upKilledAt('start', () => existsSync(at('hold.started')))
      assert.match(run('state', 'list').out, /pulumi:providers:ledger\s+create-interrupted/)
    },
    /** The form in which earlier versions have recorded a provider whose creation was cut short, and the resources made with it. */
    recordedByEarlier: (id: string): void => {
      const state = JSON.parse(run('state', 'export', '--show-secrets').out)
      for (const { type, spec } of state.resources) {
        if (type === 'pulumi:providers:ledger') for (const name of ['id', 'checked', 'outputs']) delete spec[name]
        if (spec.provider !== undefined) spec.provider = spec.provider.replace(/[^:]*$/, id)
      }
      writeFileSync(at('earlier.json'), JSON.stringify(state))
      assert.equal(run('state', 'import', 'earlier.json', '--yes').code, 0)
    },
  }
}

suite('a program’s provider whose creation was cut off', { skip }, () => {
  for (const [name, program] of Object.entries(programs)) {
    test(`keeps its id from then on: ${name}`, async (t) => {
      const { killed, done, book } = cutShort(t, program)
      await killed()
      done('refresh')
      done('up', '--yes')
      assert.match(done('state', 'show', 'rent', '--json'), new RegExp(`"provider": "[^"]*::${name}::[0-9a-z]{20,}"`))
      assert.match(done('plan'), /Nothing to do/)
      done('destroy', '--yes')
      assert.deepEqual(book(), [])
      await killed()
      done('destroy', '--yes')
    })
  }

  test('may have created resources with earlier versions, which are read, kept and destroyed', (t) => {
    for (const [name, id] of [
      ['default', ''],
      ['mine', '04da6b54-80e4-46f7-96ec-b56ff0331ba9'],
    ] as const) {
      const { done, up, book, recordedByEarlier } = cutShort(t, programs[name])
      up()
      const before = book()
      recordedByEarlier(id)
      done('refresh', '--yes')
      recordedByEarlier(id)
      assert.match(done('plan'), /1 to update, 2 unchanged/)
      assert.match(up(), /1 updated/)
      assert.match(done('state', 'show', 'rent', '--json'), new RegExp(`"provider": "[^"]*::${name}::[0-9a-z]{20,}"`))
      assert.match(up(), /Nothing to do/)
      assert.deepEqual(book(), before)
      recordedByEarlier(id)
      done('destroy', '--yes')
      assert.deepEqual(book(), [])
    }
  })
})
