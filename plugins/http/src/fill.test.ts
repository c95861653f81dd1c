import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fill, valuesIn } from './fill.ts'

const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

test('a value put into a template is found again in its URL', () => {
  const template = 'https://a.example/{team}/hooks/{data.id}?v=1'
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (team, id) => {
      const url = fill(template, { team, data: { id } }) ?? ''
      assert.deepEqual(plain(valuesIn(template, url)), { team, data: { id } })
    }),
  )
})

test('a URL that is not one of the template gives nothing', () => {
  for (const [template, url] of [
    ['/hooks/{id}', '/hooks/'],
    ['/hooks/{id}', '/hooks/7/more'],
    ['/hooks/{id}', '/hooks/%'],
    ['/hooks.{id}', '/hooksx7'],
    ['/{id}/{id}', '/a/b'],
  ] as const)
    assert.equal(valuesIn(template, url), undefined, url)
  assert.deepEqual(plain(valuesIn('/{id}/{id}', '/a/a')), { id: 'a' })
  assert.deepEqual(plain(valuesIn('/fixed', '/fixed')), {})
})
