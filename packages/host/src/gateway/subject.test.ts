import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CallSubject } from './subject.ts'

const named = (resourceName: string) => ({ resourceName })

describe('the subject of a call', () => {
  const subjects: readonly [string, unknown, string, unknown][] = [
    ['GetNamespace', undefined, 'GetNamespace', undefined],
    ['GetNamespace', null, 'GetNamespace', undefined],
    ['GetNamespace', 'text', 'GetNamespace', undefined],
    [
      'DeployResource',
      { resourceId: 'r-1', resourceType: { type: 'acme/db' }, changes: { appliedResourceInfo: named('db') } },
      'DeployResource acme/db db',
      { kind: 'resource', id: 'r-1', name: 'db' },
    ],
    ['DeployResource', { resourceId: 'r-1' }, 'DeployResource r-1', { kind: 'resource', id: 'r-1', name: '' }],
    ['DeployResource', {}, 'DeployResource', { kind: 'resource', id: '', name: '' }],
    [
      'DestroyResource',
      { resourceId: 'r-1', resourceState: { name: 'db' } },
      'DestroyResource db',
      { kind: 'resource', id: 'r-1', name: 'db' },
    ],
    ['DestroyResource', { resourceId: 'r-1' }, 'DestroyResource r-1', { kind: 'resource', id: 'r-1', name: '' }],
    [
      'UpdateLinkResourceA',
      { linkId: 'l', linkType: { type: 'a::b' }, resourceInfo: named('a'), otherResourceInfo: named('b') },
      'UpdateLinkResourceA a::b a::b',
      { kind: 'link', id: 'l', name: 'a::b' },
    ],
    [
      'UpdateLinkResourceB',
      { linkId: 'l', resourceInfo: named('b'), otherResourceInfo: named('a') },
      'UpdateLinkResourceB a::b',
      { kind: 'link', id: 'l', name: 'a::b' },
    ],
    [
      'UpdateLinkIntermediaryResources',
      { linkId: 'l', resourceAInfo: named('a'), resourceBInfo: named('b') },
      'UpdateLinkIntermediaryResources a::b',
      { kind: 'link', id: 'l', name: 'a::b' },
    ],
    ['UpdateLinkResourceA', {}, 'UpdateLinkResourceA ::', { kind: 'link', id: '', name: '::' }],
    ['Fetch', { dataSourceType: { type: 'cloud/region' } }, 'Fetch cloud/region', undefined],
  ]
  for (const [method, request, title, changes] of subjects) {
    test(`${title} of ${JSON.stringify(request)}`, () => {
      const subject = new CallSubject(method, request)
      assert.equal(subject.title, title)
      assert.deepEqual(subject.changes, changes)
    })
  }

  test('includes the named link and function', () => {
    const subject = new CallSubject('CallFunction', { functionName: 'f', linkId: '' })
    assert.deepEqual([subject.functionName, subject.linkId], ['f', undefined])
    assert.equal(new CallSubject('UpdateLinkResourceA', { linkId: 'l' }).linkId, 'l')
  })
})

const call = (functionName: string, value?: string) =>
  new CallSubject('CallFunction', {
    functionName,
    ...(value !== undefined && { args: { args: { value: Buffer.from(value) } } }),
  })
const deploy = (resourceId: string, type: string, method = 'DeployResource') =>
  new CallSubject(method, { resourceId, resourceType: { type } })

describe('equal calls', () => {
  const pairs: readonly [string, CallSubject, CallSubject, boolean][] = [
    ['a function with the same arguments', call('f', '[1]'), call('f', '[1]'), true],
    ['a function without arguments', call('f'), call('f', ''), true],
    ['a function with others', call('f', '[1]'), call('f', '[2]'), false],
    ['another function', call('f', '[1]'), call('g', '[1]'), false],
    ['a resource', deploy('r', 'a'), deploy('r', 'a'), true],
    ['another resource', deploy('r', 'a'), deploy('s', 'a'), false],
    ['one of another type', deploy('r', 'a'), deploy('r', 'b'), false],
    ['its end', deploy('r', 'a', 'DestroyResource'), deploy('r', 'a', 'DestroyResource'), true],
    ['its end and its beginning', deploy('r', 'a'), deploy('r', 'a', 'DestroyResource'), false],
    ['questions', deploy('r', 'a', 'GetState'), deploy('r', 'a', 'GetState'), false],
  ]
  for (const [what, one, other, isSame] of pairs) {
    test(`${what}: ${isSame}`, () => assert.equal(one.sameAs(other), isSame))
  }
})
