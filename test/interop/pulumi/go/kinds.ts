import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Providers } from './build.ts'
import { providersMachine } from './providers-machine.ts'

interface Kind {
  readonly type: string
  readonly hello: string
  readonly config: string
  readonly again: string
  readonly bye: string
  /** The inputs for the creation, for an update in place, and for a replacement. */
  readonly specs: readonly [string, string, string]
  /** The same inputs in a program. */
  readonly inputs: readonly [string, string, string]
}

/** The kinds of the providers' resources, by the peculiarity of their provider. */
export const kinds: Readonly<Record<string, Kind>> = {
  'of a bridge, without Handshake and marks of secrets': {
    type: 'lucky:index/string:String',
    hello: 'GetPluginInfo',
    config: 'CheckConfig Configure',
    again: 'CheckConfig DiffConfig Configure',
    bye: ' Cancel',
    specs: ['length: 5, tags: { team: web }', 'length: 5, tags: { team: app }', 'length: 6, tags: { team: app }'],
    inputs: [
      "{ length: 5, tags: { team: 'web' } }",
      "{ length: 5, tags: { team: 'app' } }",
      "{ length: 6, tags: { team: 'app' } }",
    ],
  },
  'of today, with Handshake': {
    type: 'shell:local:Command',
    hello: 'Handshake GetPluginInfo',
    config: 'CheckConfig Configure',
    again: 'CheckConfig DiffConfig Configure',
    bye: ' Cancel',
    specs: [
      'create: echo hi, stdin: hush-hush',
      'create: echo ho, stdin: hush-hush',
      'create: echo ho, stdin: hush-hush, triggers: [1]',
    ],
    inputs: [
      "{ create: 'echo hi', stdin: pulumi.secret('hush-hush') }",
      "{ create: 'echo ho', stdin: pulumi.secret('hush-hush') }",
      "{ create: 'echo ho', stdin: pulumi.secret('hush-hush'), triggers: [1] }",
    ],
  },
  'without previews, and with as little as there can be': {
    type: 'plain:index:Note',
    hello: 'GetPluginInfo',
    config: 'Configure',
    again: 'Configure',
    bye: '',
    specs: ['text: hi', 'text: ho', 'text: ho, shelf: top'],
    inputs: [
      "{ text: 'hi', lines: ['a', pulumi.secret('hush-hush')] }",
      "{ text: 'ho', lines: ['a', pulumi.secret('hush-hush')] }",
      "{ text: 'ho', lines: ['a', pulumi.secret('hush-hush')], shelf: 'top' }",
    ],
  },
}

/** Plays the life of a resource in a blueprint, from first to last, with the calls that its provider receives. */
export function life(t: TestContext, { file }: Providers, { type, hello, config, again, bye, specs }: Kind): void {
  const { blueprint, done, heard, things, put } = providersMachine(t, file)
  const write = (spec: string): void => blueprint(`  it: { type: "${type}", spec: { ${spec} } }`)
  const called = (...args: string[]): string => {
    done(...args)
    return heard()
  }
  write(specs[0])
  assert.equal(called('up', '--yes'), `${hello} ${config} Check Create${bye}`)
  const [id = ''] = Object.keys(things())
  assert.equal(called('up', '--yes'), `${hello} ${again} Check Diff${bye}`)
  assert.equal(called('plan'), `${hello} ${again} Check Diff${bye}`)
  write(specs[1])
  const preview = type.startsWith('plain') ? '' : ' Update preview'
  assert.equal(called('plan'), `${hello} ${again} Check Diff${preview}${bye}`)
  assert.equal(called('up', '--yes'), `${hello} ${again} Check Diff Update${bye}`)
  assert.deepEqual(Object.keys(things()), [id])
  write(specs[2])
  assert.equal(called('up', '--yes'), `${hello} ${again} Check Diff Check Create Delete${bye}`)
  const [another = ''] = Object.keys(things())
  assert.notEqual(another, id)
  assert.equal(called('refresh'), `${hello} Configure Read Diff${bye}`)
  assert.match(done('refresh'), /Nothing to do/)
  // A user has changed it outside, and the refresh notices.
  const thing = things()[another] ?? {}
  put(another, {
    ...thing,
    ...('tags' in thing ? { tags: { team: 'x' } } : 'text' in thing ? { text: 'x' } : { create: 'x' }),
  })
  assert.match(done('refresh'), /1 recorded/)
  heard()
  assert.equal(called('up', '--yes'), `${hello} ${again} Check Diff Update${bye}`)
  assert.equal(called('destroy', '--yes'), `${hello} Configure Delete${bye}`)
  assert.deepEqual(things(), {})
  // Puts a thing there that no record knows.
  put(another, thing)
  done('import', 'it', another)
  assert.match(done('plan'), /Nothing to do/)
  done('destroy', '--yes')
  assert.deepEqual(things(), {})
}
