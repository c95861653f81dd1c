import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checked, complaints } from '../../testing/definitions.ts'
import type { ResourceOptions } from '../../language/resource-options.ts'

const resource = (written: string): string =>
  `resources:\n  web: { type: test/server, metadata: { custom: { slipway: ${written} } }, spec: { port: 1 } }\n  db: { type: test/server, spec: { port: 2 } }\n`

const short = (written: string, more = ''): string =>
  `resources:\n  web: { type: test/server, options: ${written}, ${more}spec: { port: 1 } }\n`

/** Resources, each with the name of its container. An empty name means no container. */
function standing(containers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(containers).map(([name, container]) => {
    const custom = container === '' ? '' : `metadata: { custom: { slipway: { deletedWith: ${container} } } }, `
    return `  ${name}: { type: test/server, ${custom}spec: { port: 1 } }\n`
  })
  return `resources:\n${lines.join('')}`
}

function options(written: string): ResourceOptions | undefined {
  return checked(resource(written)).resources.get('web')?.options
}

describe('options of a resource', () => {
  test('are not part of the metadata', () => {
    const read = options(
      '{ protect: true, ignoreChanges: ["env.*"], replaceOnChanges: [port], replaceOrder: destroy-first, timeouts: { create: 10m, read: 90s }, deletedWith: db, aliases: [old], import: i-1, version: ^1.0 }',
    )
    assert.deepEqual(read, {
      protect: true,
      ignoreChanges: ['env.*'],
      replaceOnChanges: ['port'],
      replaceOrder: 'destroy-first',
      timeouts: { create: 600_000, read: 90_000 },
      deletedWith: 'db',
      aliases: ['old'],
      import: 'i-1',
      version: '^1.0',
    })
    assert.equal(checked(resource('{ protect: true }')).resources.get('web')?.metadata.custom, undefined)
    const beside =
      'resources:\n  web: { type: test/server, metadata: { custom: { mine: 1, slipway: { protect: true } } }, spec: { port: 1 } }\n'
    const custom = checked(beside).resources.get('web')?.metadata.custom
    assert.deepEqual(custom?.kind === 'map' && custom.entries.map(([key]) => key), ['mine'])
  })

  test('are written in "options" or in metadata.custom.slipway, but not in both', () => {
    const { options: read, metadata } =
      checked(short('{ protect: true, timeouts: { read: 9s } }')).resources.get('web') ?? {}
    assert.deepEqual(read, { protect: true, timeouts: { read: 9000 } })
    assert.equal(metadata?.custom, undefined)
    const each = short(
      '{ eachKey: "${elem}", preconditions: [{ condition: true, message: x }] }',
      'each: "${list(\\"a\\")}", ',
    )
    const demands = checked(each).resources.get('web_a')?.demands
    assert.equal(demands?.preconditions[0]?.path, 'resources.web_a.options.preconditions[0]')
    assert.match(complaints(short('{ protekt: true }'))[0] ?? '', /resources\.web\.options has no key "protekt"/)
    const both = complaints(short('{ protect: true }', 'metadata: { custom: { slipway: { protect: true } } }, '))
    assert.match(both[0] ?? '', /resources\.web has options in two places/)
    assert.deepEqual(complaints(short('', 'metadata: { custom: { slipway: { protect: true } } }, ')), [])
  })

  test('may depend on variables, values and the item of an each', () => {
    const text = `variables: { live: { type: boolean, default: true } }\n${resource('{ protect: "${variables.live}" }')}`
    assert.equal(checked(text).resources.get('web')?.options?.protect, true)
    const each =
      'resources:\n  web: { type: test/server, each: "${list(\\"a\\", \\"b\\")}", metadata: { custom: { slipway: { eachKey: "${elem}", aliases: ["web_${i}"] } } }, spec: { port: 1 } }\n'
    assert.deepEqual(checked(each).resources.get('web_b')?.options?.aliases, ['web_1'])
  })

  test('are refused at their place if they are wrong', () => {
    const mistakes: readonly (readonly [string, RegExp])[] = [
      ['{ protekt: true }', /has no key "protekt".*did you mean "protect"/],
      ['{ protect: yes please }', /"protect" must be a boolean/],
      ['{ replaceOrder: create-frist }', /did you mean "create-first"/],
      ['{ timeouts: { creat: 5m } }', /did you mean "create"/],
      ['{ timeouts: { create: soon } }', /2:.*"soon" is not a length of time/],
      ['{ timeouts: { create: 10 } }', /is not a length of time/],
      ['{ ignoreChanges: prot }', /must be a list/],
      ['{ ignoreChanges: [prot] }', /no attribute "prot".*did you mean "port"/],
      ['{ replaceOnChanges: ["health.htpt"] }', /did you mean "http"/],
      ['{ deletedWith: bd }', /no resource "bd" that could be the container of web.*name a resource/],
      ['{ version: ^2.0 }', /for acme\/test \^2\.0, and 1\.0\.0 is used here.*plugin-version/],
      ['{ version: newest }', /is not a range of versions of acme\/test.*bad-version/],
      ['{ deletedWith: web }', /cannot be inside itself/],
      ['{ aliases: [db] }', /"db" is another resource of this blueprint/],
      ['{ aliases: [web] }', /is the name that web has now/],
      ['{ protect: "${db.spec.secure}" }', /"protect" needs resources\.db.*known too late.*only variables and values/],
      ['just text', /must be a map/],
    ]
    for (const [written, said] of mistakes) {
      const [first = ''] = complaints(resource(written))
      assert.match(first, said, written)
    }
  })

  test('are refused if containers contain each other', () => {
    assert.deepEqual(complaints(standing({ a: 'b', b: 'c', c: '', d: 'b' })), [])
    const [first = '', ...more] = complaints(standing({ out: 'a', a: 'b', b: 'c', c: 'a' }))
    assert.match(first, /3:.*inside each other.*a -> b -> c -> a.*remove one/)
    assert.deepEqual(more, [])
  })

  test('cannot be secret, because plans and records show them', () => {
    const secret = `variables: { s: { type: string, secret: true, default: "5m" } }\n${resource('{ timeouts: { create: "${variables.s}" } }')}`
    assert.match(complaints(secret).join(), /"timeouts" cannot be secret/)
  })
})
