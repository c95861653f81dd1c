import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { valueMap } from '@slipway/model'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { skip, skipPython } from './machine.ts'
import { program } from './program.ts'

const main = `
import pulumi
from thing import Thing

config = pulumi.Config()
print("it is", pulumi.get_project(), pulumi.get_stack(), pulumi.get_organization(), pulumi.runtime.is_dry_run())
one = Thing("one", config.require("greeting"))
pulumi.export("urn", one.urn)
pulumi.export("list", pulumi.Config("other").require_object("list"))
pulumi.export("secret", pulumi.Output.is_secret(config.require_secret("token")))
`

const thing = `
import pulumi

class Thing(pulumi.CustomResource):
    def __init__(self, name, text):
        super().__init__("test:index:Thing", name, {"text": text})
`

suite('a Python program', { skip: skip === false ? skipPython : skip }, () => {
  test('runs with its virtual environment’s SDK and the engine’s facts', async (t) => {
    const { run } = await program(t, { language: 'python', files: { '__main__.py': main, 'thing.py': thing } })
    const { end, said, printed } = await run({ dryRun: true })
    assert.deepEqual(end, { error: '', bail: false }, JSON.stringify(said))
    assert.deepEqual(printed, ['it is shop dev organization True'])
    assert.deepEqual(said[1]?.['inputs'], { text: 'hello' })
    assert.deepEqual(said[2]?.['outputs'], {
      urn: 'urn:pulumi:s::p::test:index:Thing::one',
      list: [1, 2],
      secret: true,
    })
  })

  const ends: readonly [string, string, object, RegExp?][] = [
    ['raises', 'raise ValueError("I give up")', { error: '', bail: true }, /unhandled exception.*main\.py.*I give up/],
    ['fails on purpose', 'import pulumi\nraise pulumi.RunError("no more")', { error: '', bail: true }, /"no more"/],
    ['exits', 'import sys\nsys.exit(3)', { error: 'the program exited with non-zero exit code: 3', bail: false }],
    ['cannot be parsed', 'def def', { error: '', bail: true }, /SyntaxError/],
  ]
  for (const [what, source, expected, logged = /^\[[^]*\]$/] of ends)
    test(`that ${what} fails`, async (t) => {
      const files = { 'src/main.py': source }
      const { run } = await program(t, { language: 'python', files, entry: 'src/main.py' })
      const { end, said } = await run()
      assert.deepEqual(end, expected)
      assert.match(JSON.stringify(said), logged)
    })

  for (const [what, source] of [
    ['exits as if all were well', 'import sys\nsys.exit()'],
    ['exits so with a code', 'import sys\nsys.exit(0)'],
    ['exits so where nobody listens', 'import os\nos._exit(0)'],
    ['exits so where it waits', 'import pulumi, sys\npulumi.Output.from_input(1).apply(lambda _: sys.exit(0))'],
  ] as const)
    test(`that ${what} is reported as unfinished`, async (t) => {
      const { run } = await program(t, { language: 'python', files: { '__main__.py': source } })
      const { error, bail } = (await run()).end
      assert.equal(bail, false)
      assert.match(
        error,
        /it stopped before its end \(sys\.exit\), so resources that it had not asked for were not destroyed/,
      )
    })

  test('without its environment gets a message that says so', async (t) => {
    const options = valueMap([['virtualenv', 'nowhere']])
    const { run } = await program(t, { language: 'python', files: { '__main__.py': '' }, options })
    const { error } = (await run()).end
    assert.match(error, /program\/nowhere is not a virtual environment: create it/)
  })

  test('ends when it is asked to', async (t) => {
    const files = { '__main__.py': 'import time\nprint("here")\ntime.sleep(1000)\n' }
    const { run, printed } = await program(t, { language: 'python', files })
    const stop = new AbortController()
    const running = run({ stop: stop.signal })
    while (printed.length === 0) await sleep(10)
    stop.abort()
    assert.deepEqual((await running).end, { error: '', bail: true })
  })
})
