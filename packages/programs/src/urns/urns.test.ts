import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { valueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { type Aliased, aliasUrnsOf, meantByOldNode } from './aliases.ts'
import { RecordNames } from './record-names.ts'
import { formatUrn, ownType, parseUrn, qualifiedBelow, stackType } from './urn.ts'

const stack = { stack: 'dev', project: 'shop' }
const urn = (qualifiedType: string, name: string) => formatUrn({ ...stack, qualifiedType, name })

const asBefore = (): undefined => undefined

function alias(spec: object): Aliased['aliases'][number] {
  return {
    urn: undefined,
    spec: { name: '', type: '', stack: '', project: '', parentUrn: undefined, noParent: undefined, ...spec },
  }
}

function record(name: string, of: string): ResourceRecord {
  return { name, replaced: false, spec: valueMap([['urn', of]]) } as unknown as ResourceRecord
}

describe('a URN', () => {
  test('is taken apart and put together; a name may hold colons', () => {
    const text = 'urn:pulumi:dev::shop::app:Web$aws:s3/bucket:Bucket::a::b'
    const parts = parseUrn(text)
    assert.deepEqual(parts, { ...stack, qualifiedType: 'app:Web$aws:s3/bucket:Bucket', name: 'a::b' })
    assert.equal(parts && formatUrn(parts), text)
    assert.equal(parts && ownType(parts), 'aws:s3/bucket:Bucket')
    assert.equal(parseUrn('urn:pulumi:dev::shop'), undefined)
  })

  test('contains the types of the parents, without the stack', () => {
    assert.equal(qualifiedBelow(undefined, 'a:b:C'), 'a:b:C')
    assert.equal(qualifiedBelow(urn(stackType, 'shop-dev'), 'a:b:C'), 'a:b:C')
    assert.equal(qualifiedBelow(urn('app:Web', 'w'), 'a:b:C'), 'app:Web$a:b:C')
  })
})

describe('aliases', () => {
  const web = { type: 'a:b:C', name: 'web', parent: urn('app:New', 'n'), aliases: [], aliasUrns: [] }

  test('are other names, types, parents or whole URNs', () => {
    const aliases = [
      alias({ name: 'old' }),
      alias({ type: 'a:b:Old' }),
      alias({ noParent: true }),
      alias({ parentUrn: urn('app:Old', 'o'), project: 'store' }),
    ]
    assert.deepEqual(aliasUrnsOf({ ...web, aliases, aliasUrns: ['urn:x'] }, stack, asBefore), [
      urn('app:New$a:b:C', 'old'),
      urn('app:New$a:b:Old', 'web'),
      urn('a:b:C', 'web'),
      'urn:pulumi:dev::store::app:Old$a:b:C::web',
      'urn:x',
    ])
  })

  test('of old SDKs for Node.js: leaving the parent out means none, and saying none means today’s parent', () => {
    const old = [
      alias({ name: 'old' }),
      alias({ name: 'b', noParent: true }),
      alias({ parentUrn: urn('app:Old', 'o') }),
    ]
    assert.deepEqual(aliasUrnsOf({ ...web, aliases: meantByOldNode(old) }, stack, asBefore), [
      urn('a:b:C', 'old'),
      urn('app:New$a:b:C', 'b'),
      urn('app:Old$a:b:C', 'web'),
    ])
  })

  test('come from the parent, too: a child named after it was renamed with it', () => {
    const child = { ...web, parent: urn('app:New', 'new'), name: 'new-web', aliases: [alias({ type: 'a:b:Old' })] }
    assert.deepEqual(aliasUrnsOf(child, stack, () => urn('app:Old', 'old')).slice(1), [
      urn('app:Old$a:b:C', 'old-web'),
      urn('app:Old$a:b:Old', 'old-web'),
    ])
  })

  test('that name a parent mean its former names, too', () => {
    const moved = { ...web, parent: undefined, aliases: [alias({ parentUrn: urn('app:New', 'new') })] }
    assert.deepEqual(
      aliasUrnsOf(moved, stack, () => urn('app:Old', 'old')),
      [urn('app:Old$a:b:C', 'web'), urn('app:New$a:b:C', 'web')],
    )
  })
})

describe('names of records', () => {
  test('are short, and each once', () => {
    const names = new RecordNames(undefined)
    assert.equal(names.of(urn('a:b/c:C', 'web')), 'web')
    assert.equal(names.of(urn('a:b/c:D', 'web')), 'web (D)')
    assert.equal(names.of(urn('x:y/d:D', 'web')), 'web (x:y.d:D)')
    assert.equal(names.of(urn('app:P$x:y/d:D', 'web')), 'web (D 2)')
    assert.equal(names.of(urn('a:b/c:C', 'web')), 'web')
    assert.equal(names.of(urn('a:b/c:C', 'a/b')), 'a.b')
  })

  test('stay as they are recorded, in any order of requests', () => {
    const resources = [record('web (D)', urn('a:b:D', 'web')), record('web', urn('a:b:C', 'web'))]
    const names = new RecordNames({ resources, intents: [] })
    assert.equal(names.of(urn('a:b:D', 'web')), 'web (D)')
    assert.equal(names.recorded([urn('a:b:X', 'web'), urn('a:b:C', 'web')]), urn('a:b:C', 'web'))
    assert.equal(names.of(urn('a:b:X', 'web'), urn('a:b:C', 'web')), 'web')
    assert.equal(names.asked(urn('a:b:C', 'web')), undefined)
  })

  test('do not keep the former type beside them', () => {
    const of = (...names: readonly string[]): RecordNames => {
      const resources = names.map((name, at) => record(name, urn(`a:b:${at === 0 ? 'D' : 'C'}`, 'web')))
      return new RecordNames({ resources, intents: [] })
    }
    const [now, before] = [urn('a:b:E', 'web'), urn('a:b:D', 'web')]
    assert.equal(of('web (D)', 'web').of(now, before), 'web (E)')
    assert.equal(of('web (D)').of(now, before), 'web')
    assert.equal(of('web (D 2)').of(urn('app:P$a:b:D', 'web'), before), 'web (D 2)')
  })

  test('change with the program’s name for a resource', () => {
    const names = new RecordNames({ resources: [record('web', urn('a:b:C', 'web'))], intents: [] })
    assert.equal(names.of(urn('a:b:C', 'now'), urn('a:b:C', 'web')), 'now')
    assert.equal(names.recordedName(urn('a:b:C', 'web')), 'web')
  })

  test('come back when a run has changed them, and failed before the resource had its new URN', () => {
    const names = new RecordNames({ resources: [record('now', urn('a:b:C', 'web'))], intents: [] })
    assert.equal(names.of(urn('a:b:C', 'web')), 'web')
    assert.equal(names.recordedName(urn('a:b:C', 'web')), 'now')
    assert.equal(names.of(urn('a:b:C', 'now')), 'now (C)')
  })
})
