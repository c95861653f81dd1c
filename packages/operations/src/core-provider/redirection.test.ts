import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { redirectionOf } from './redirection.ts'

const from = new URL('https://example.com/a/b.yaml')

function answer(location: string, status = 302): Pick<Response, 'status' | 'headers'> {
  return { status, headers: new Headers({ location }) }
}

describe('a redirect', () => {
  test('is followed, also relative to its own address', () => {
    assert.equal(redirectionOf(from, answer('c.yaml'))?.href, 'https://example.com/a/c.yaml')
    assert.equal(redirectionOf(new URL('http://x/'), answer('https://y/'))?.href, 'https://y/')
    assert.equal(redirectionOf(from, answer('c.yaml', 200)), undefined)
    assert.equal(redirectionOf(from, { status: 304, headers: new Headers() }), undefined)
  })

  test('is never followed from https to http, nor to a non-web address', () => {
    for (const location of [
      'http://example.com/a/b.yaml',
      'file:///etc/passwd',
      'https://me:secret@example.com/',
      'http://',
    ])
      assert.throws(() => redirectionOf(from, answer(location)), { code: 'cli/http-resource' })
  })
})
