import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { before } from 'node:test'
import { test } from '../../../cases.ts'
import { suite } from '../../needs.ts'
import { skip as skipWithoutSdk } from '../machine.ts'
import { buildProviders, type Providers, skipWithoutGo } from './build.ts'
import { kinds, life } from './kinds.ts'
import { providersMachine } from './providers-machine.ts'

suite('a provider in Go', { skip: skipWithoutGo, timeout: 900_000 }, () => {
  let providers: Providers
  before(async () => {
    providers = await buildProviders('3.260')
  })

  for (const [what, kind] of Object.entries(kinds))
    test(`serves a resource of a blueprint for its whole life: ${what}`, (t) => life(t, providers, kind))

  if (skipWithoutSdk === false)
    for (const [what, { type, hello, config, again, bye, inputs }] of Object.entries(kinds))
      test(`serves a resource of a program for its whole life: ${what}`, (t) => {
        const { program, done, heard, things } = providersMachine(t, providers.file)
        // Generated SDKs pass a schema's `replaceOnChanges` on like this.
        const write = (given: string): void =>
          program(`new pulumi.CustomResource('${type}', 'it', ${given}, { replaceOnChanges: ['shelf'] })`)
        const called = (...args: string[]): string => {
          done(...args)
          return heard()
        }
        write(inputs[0])
        assert.equal(called('up', '--yes'), `${hello} ${config} Check Create${bye}`)
        assert.equal(called('up', '--yes'), `${hello} ${again} Check Diff${bye}`)
        write(inputs[1])
        assert.equal(called('up', '--yes'), `${hello} ${again} Check Diff Update${bye}`)
        write(inputs[2])
        assert.equal(called('up', '--yes'), `${hello} ${again} Check Diff Check Create Delete${bye}`)
        assert.equal(called('refresh'), `${hello} Configure Read Diff${bye}`)
        assert.match(done('refresh'), /Nothing to do/)
        assert.doesNotMatch(done('state', 'export'), /hush-hush/)
        heard()
        assert.equal(called('destroy', '--yes'), `${hello} Configure Delete${bye}`)
        assert.deepEqual(things(), {})
      })

  test('with a fixed name destroys the old resource first, and a partly created one is named', (t) => {
    const { blueprint, done, run, say, things, heard } = providersMachine(t, providers.file)
    const bucket = (spec: string): void => blueprint(`  site: { type: "lucky:index/bucket:Bucket", spec: { ${spec} } }`)
    bucket('bucket: one')
    done('up', '--yes')
    heard()
    bucket('bucket: two')
    say('half')
    const { code, err } = run('up', '--yes')
    assert.equal(code, 1)
    assert.match(err, /the resource exists, with the id "two"[^]*waiting for the bucket: timeout/)
    assert.match(heard(), /Check Diff Check Delete Create Cancel$/)
    say('')
    assert.match(done('state', 'show', 'site'), /__initErrors +\["1 error occurred: waiting for the bucket: timeout"\]/)
    done('up', '--yes')
    assert.match(heard(), /Check Diff Update Cancel$/)
    assert.match(done('plan'), /Nothing to do/)
    assert.deepEqual(Object.keys(things()), ['two'])
  })

  test('that invents a name keeps it as long as the resource exists', (t) => {
    const { blueprint, done, things } = providersMachine(t, providers.file)
    const bucket = (spec: string): void => blueprint(`  site: { type: "lucky:index/bucket:Bucket", spec: { ${spec} } }`)
    bucket('tags: { team: web }')
    done('up', '--yes')
    const names = Object.keys(things())
    bucket('tags: { team: app }')
    done('up', '--yes')
    assert.deepEqual(Object.keys(things()), names)
  })

  test('that refuses a create with a plain error created nothing, and the next run repeats it', (t) => {
    const { blueprint, done, run, say } = providersMachine(t, providers.file)
    blueprint('  site: { type: "lucky:index/bucket:Bucket", spec: { bucket: one } }')
    say('refuse')
    const { err } = run('up', '--yes')
    assert.match(err, /AccessDenied/)
    assert.doesNotMatch(err, /--settle/)
    say('')
    done('up', '--yes')
    assert.match(done('plan'), /Nothing to do/)
  })

  test('reports mistakes in its settings', (t) => {
    const { blueprint, run, at } = providersMachine(t, providers.file)
    blueprint('  site: { type: "lucky:index/bucket:Bucket" }')
    writeFileSync(at('slipway.config.yaml'), 'providers: {"lucky:": {regoin: here}}\n')
    assert.match(run('plan').err, /regoin: could not validate[^]*correct providers\."lucky:" in slipway\.config\.yaml/)
    writeFileSync(at('slipway.config.yaml'), 'providers: {"lucky:": {region: nowhere}}\n')
    assert.match(run('plan').err, /the setting lucky:token is missing: what opens the place/)
  })

  for (const where of ['blueprint', 'program'] as const)
    test(`that needs a read before a change of a resource in a ${where} reports problems in the read`, (t) => {
      if (where === 'program' && skipWithoutSdk !== false) return
      const { blueprint, program, done, say, things, put, heard } = providersMachine(t, providers.file)
      const write = (create: string): void =>
        where === 'program'
          ? program(`new pulumi.CustomResource('shell:local:Command', 'it', { create: '${create}' })`)
          : blueprint(`  it: { type: "shell:local:Command", spec: { create: ${create} } }`)
      write('echo hi')
      say('moves')
      done('up', '--yes')
      say('')
      const [id = ''] = Object.keys(things())
      put(id, { create: 'echo moved' })
      heard()
      done('up', '--yes')
      assert.match(heard(), /Read Diff .*Check Diff Update Cancel$/)
      assert.equal(things()[id]?.['create'], 'echo hi')
      done('up', '--yes')
      assert.doesNotMatch(heard(), /Read|Update/)
      say('half')
      assert.match(done('refresh'), /nitErrors: \["the command hangs"\]/)
      say('')
      heard()
      done('up', '--yes')
      assert.match(heard(), /Check Diff Update Cancel$/)
      assert.match(done('up', '--yes'), /Nothing to do/)
    })
})
