import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isSecret, type Value } from '@slipway/model'
import fc from 'fast-check'
import { scopeOf, unknownSources } from '../check/values/blueprint-scope.ts'
import { resolveSpec } from '../check/resources/resolve-spec.ts'
import { checked, complaints } from '../testing/definitions.ts'

/** The content of each resource, by name. */
function contents(text: string, variables?: Readonly<Record<string, Value>>): Record<string, Value | undefined> {
  const blueprint = checked(text, variables)
  const scope = scopeOf(blueprint, unknownSources())
  return Object.fromEntries(
    Array.from(blueprint.resources.values(), (one) => [one.name, resolveSpec(one, scope).spec['content']]),
  )
}

function needs(text: string, name: string): readonly string[] | undefined {
  return checked(text).resources.get(name)?.dependsOn
}

const page = (each: string, content: string, more = ''): string =>
  `  page: { type: test/file, each: "${each}", ${more} spec: { path: p, content: "${content}" } }\n`
const withKey = (key: string): string => `metadata: { custom: { slipway: { eachKey: "${key}" } } },`
const index = (content: string): string => `  index: { type: test/file, spec: { path: i, content: "${content}" } }\n`
const map = 'values: { pages: { type: object, value: { home: Hello, about: Us } } }\nresources:\n'

function names(list: string): readonly string[] {
  return Object.keys(contents(`resources:\n${page(`\${list(${list})}`, '${elem} ${i}', withKey('${elem}-x'))}`))
}

describe('keyed items of an each', () => {
  test('have the keys of the map, and i is the key', () => {
    const found = contents(map + page('${values.pages}', '${i}: ${elem}'))
    assert.deepEqual(found, { page_home: 'home: Hello', page_about: 'about: Us' })
  })

  test('of a list get their keys from eachKey, so that removing one leaves the others alone', () => {
    assert.deepEqual(names('\\"a\\", \\"b\\", \\"c\\"'), ['page_a-x', 'page_b-x', 'page_c-x'])
    assert.deepEqual(names('\\"b\\", \\"c\\"'), ['page_b-x', 'page_c-x'])
  })

  test('can be referred to by key or by index', () => {
    const text = map + page('${values.pages}', 'c')
    assert.deepEqual(needs(text + index('${page.about.spec.sha256}'), 'index'), ['page_about'])
    assert.deepEqual(needs(text + index('${page[\\"home\\"].spec.sha256}'), 'index'), ['page_home'])
    assert.deepEqual(needs(text + index('${page[1].spec.sha256}'), 'index'), ['page_about'])
    assert.match(
      complaints(text + index('${page.abuot.spec.path}')).join(),
      /has no item "abuot".*did you mean "about"/s,
    )
    assert.match(complaints(text + index('${page.sepc.path}')).join(), /did you mean "spec"/)
  })

  test('are refused if a key is repeated or cannot be part of a name', () => {
    const said = (each: string, key: string): string =>
      complaints(`resources:\n${page(each, 'c', withKey(key))}`).join('')
    assert.match(said('${list(1, 2)}', 'same'), /two items of "page" have the key "same" .*bad-key/)
    for (const bad of ['a/b', 'a b', 'spec', 'metadata', 'x'.repeat(101)])
      assert.match(said('${list(1)}', bad), /cannot be part of a name/)
    assert.match(said('${list(1)}', '${elem}'), /the "eachKey" of "page" must be text, but this is the integer 1/)
    const three = complaints(`resources:\n${page('${3}', 'c')}`).join('')
    assert.match(three, /must be a list or a map, but this is the integer 3/)
  })

  test('of a map that cannot be part of a name need an eachKey, as the message says', () => {
    const spaced = 'values: { pages: { type: object, value: { "a b": hello } } }\nresources:\n'
    const [, hinted = ''] = /eachKey: '([^']+)'/.exec(complaints(spaced + page('${values.pages}', 'c')).join()) ?? []
    const keyed = withKey(hinted.replaceAll('"', '\\"'))
    assert.deepEqual(Object.keys(contents(spaced + page('${values.pages}', '${i}', keyed))), ['page_a-b'])
  })

  test('have distinct names for any keys, or the blueprint is refused', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'a_0', '0', 'A', 'spec', '-', 'é'), { maxLength: 4 }), (keys) => {
        const list = keys.map((key) => `\\"${key}\\"`).join(', ')
        const text = `resources:\n${page(`\${list(${list})}`, '${elem}', withKey('${elem}'))}`
        const isGood = new Set(keys).size === keys.length && !keys.includes('spec') && !keys.includes('é')
        if (isGood)
          assert.deepEqual(
            Object.keys(contents(text)),
            keys.map((key) => `page_${key}`),
          )
        else assert.match(complaints(text).join(), /blueprint\/bad-key/)
      }),
    )
  })
})

test('are secret for a secret list, and refused for a secret map, whose keys would show', () => {
  const list =
    'variables: { t: { type: string, secret: true } }\nresources:\n' + page('${split(variables.t, \\",\\")}', '${elem}')
  assert.ok(isSecret(contents(list, { t: 'a,b' })['page_1'] ?? null))
  const secretMap = `variables: { t: { type: string, secret: true } }\nresources:\n${page('${object(k = variables.t)}', '${elem}')}`
  assert.ok(isSecret(contents(secretMap, { t: 'a' })['page_k'] ?? null))
  const whole = `variables: { t: { type: string, secret: true } }\nresources:\n${page('${jsondecode(variables.t)}', '${elem}')}`
  assert.match(complaints(whole, { t: '{"k":1}' }).join(), /must be a list or a map, but this is a secret/)
})

describe('a template without items', () => {
  test('gives an empty list for a requested field', () => {
    const text = `resources:\n${page('${list(1, 2, 3)}', '${elem}', 'condition: "${not(eq(i, 1))}",')}`
    const found = contents(
      text + index('${join(page.spec.content, \\"+\\")}').replace('page.spec.content', 'page.spec.path'),
    )
    assert.deepEqual(Object.keys(found), ['page_0', 'page_2', 'index'])
    assert.deepEqual(needs(text + index('${join(page.spec.sha256, \\"+\\")}'), 'index'), ['page_0', 'page_2'])
    assert.deepEqual(needs(text + index('${join(page, \\"+\\")}'), 'index'), ['page_0', 'page_2'])
  })

  test('still has the fields of its type, and no others', () => {
    const text = `resources:\n${page('${list(1)}', 'c')}${index('${join(page.spec.nope, \\"\\")}')}`
    assert.match(complaints(text).join(), /test\/file has no attribute "nope"/)
  })
})

test('a bare reference to a resource means its id', () => {
  const text = 'resources:\n  a: { type: test/file, spec: { path: p, content: c } }\n'
  const blueprint = checked(
    `${text}${index('${a} ${resources.a}')}exports: { a: { type: string, field: resources.a } }`,
  )
  assert.deepEqual(blueprint.resources.get('index')?.dependsOn, ['a'])
  const exported = blueprint.exports.get('a')?.expression
  assert.deepEqual(exported?.kind === 'reference' && exported.path, ['spec', 'path'])
  assert.match(complaints(`${text}exports: { a: { type: integer, field: a } }`).join(), /declared as integer/)
})

describe('a condition on other resources', () => {
  const text = `resources:
  db: { type: test/file, spec: { path: db, content: c } }
  maybe: { type: test/file, condition: { and: [ "\${eq(db.spec.size, 3)}", true ] }, spec: { path: m, content: c } }
`

  const found = (condition: string): string =>
    complaints(`${text}  a: { type: test/file, condition: "${condition}", spec: { path: a, content: c } }\n`).join('')

  test('stays open, and causes a dependency', () => {
    const { resources } = checked(text)
    assert.deepEqual(resources.get('maybe')?.dependsOn, ['db'])
    assert.ok(resources.get('maybe')?.condition)
    assert.equal(resources.get('db')?.condition, undefined)
  })

  test('may belong to one item of an each', () => {
    const many = page('${list(1, 2)}', 'c', 'condition: "${eq(db.spec.size, elem)}",')
    const { resources } = checked(text + many + index('${join(page.spec.sha256, \\"\\")}'))
    assert.ok(resources.get('page_1')?.condition)
    assert.deepEqual(resources.get('index')?.dependsOn, ['page_0', 'page_1'])
  })

  test('is checked, and must not depend on its own resource', () => {
    assert.match(found('${db.spec.sise}'), /has no attribute "sise"/)
    assert.match(found('${a.spec.size}'), /resources\.a depends on itself/)
  })

  test('is not allowed in an each', () => {
    const late = complaints(`${text}${page('${split(db.spec.sha256, \\"\\")}', 'c')}`).join('')
    assert.match(
      late,
      /the "each" of "page" must be a list or a map, but it needs resources\.db\.spec\.sha256, which is known only later/,
    )
  })
})

test('a resource removed by its condition is not reported as missing', () => {
  const text = `resources:
  a: { type: test/file, condition: '\${eq(1, 2)}', spec: { path: p, content: c } }
  b: { type: test/file, condition: '\${eq(1, 1)}', spec: { path: p, content: c } }`
  assert.deepEqual(checked(text).absent, ['a'])
})
