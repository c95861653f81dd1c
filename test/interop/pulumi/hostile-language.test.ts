// test:rest: more cases of what program.test.ts shows
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { test } from '../../cases.ts'
import { skip } from './machine.ts'
import { project } from './project.ts'
import { suite } from '../needs.ts'

/** A project that has deployed something, and then names this language plugin. */
function hollow(t: TestContext, how: string, alien = 0) {
  const made = project(t, { variables: () => ({ HOLLOW: how, HOLLOW_ALIEN: String(alien) }) })
  const { program, up, at, run } = made
  program(`new Entry('rent', { account: 'house' })`)
  up()
  mkdirSync(at('hollow'))
  const script = `#!/bin/sh\nexec node '${join(import.meta.dirname, 'hollow.cjs')}' "$@"\n`
  writeFileSync(at('hollow/pulumi-language-nodejs'), script, { mode: 0o755 })
  const languages = 'plugins: { languages: [{ name: nodejs, path: hollow }] }'
  writeFileSync(at('Pulumi.yaml'), `name: books\nruntime: nodejs\n${languages}\n`)
  // Only one that does not register in time has little time to do it.
  const registrationMs = ['silent', 'late'].includes(how) ? 1500 : 60_000
  writeFileSync(at('slipway.config.yaml'), `plugins: {registrationMs: ${registrationMs}}\n`)
  const failed = (): string => {
    const { code, err } = run('up', '--yes')
    assert.equal(code, 1, err)
    assert.deepEqual(made.book(), ['house-1: house, none'])
    return err
  }
  return { ...made, failed }
}

suite('a Pulumi language plugin that runs no program', { skip }, () => {
  for (const [how, why] of [
    ['silent', /pulumi\/language-nodejs did not start in 5 launches: it printed no port/],
    ['late', /pulumi\/language-nodejs did not start in 5 launches: it printed no port/],
    ['dies', /the program failed: Run got no answer: pulumi\/language-nodejs was killed by SIGKILL/],
    ['fails', /the program failed: Run failed with UNKNOWN: \\u001b\[2Jno/],
    ['done', /the program failed: it ended before it finished/],
  ] as const)
    test(`destroys nothing, and is reported: ${how}`, (t) => {
      assert.match(hollow(t, how).failed(), why)
    })

  test('is not contacted at a port of somebody else', async (t) => {
    let isVisited = false
    const stranger = createServer(() => (isVisited = true)).listen(0, '127.0.0.1')
    t.after(() => stranger.close())
    await once(stranger, 'listening')
    const { port } = stranger.address() as AddressInfo
    assert.match(hollow(t, 'alien', port).failed(), /a process that was not launched as this plugin/)
    assert.equal(isVisited, false)
  })
})
