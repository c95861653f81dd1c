import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '@slipway/model'
import { CallsUnderWay } from './calls-under-way.ts'

const launch = (namespace: string): CallsUnderWay =>
  new CallsUnderWay({ id: `acme/${namespace}`, kind: 'provider', namespace })

const calling = (functionName: string, ...args: readonly number[]) => ({
  functionName,
  args: { args: { value: Buffer.from(JSON.stringify(args)) } },
})

const own = { within: undefined, isTagReused: false }

function codeOf(work: () => unknown): string {
  try {
    work()
    return 'fine'
  } catch (thrown) {
    assert.ok(thrown instanceof Failure)
    return `${thrown.code}: ${thrown.message}`
  }
}

describe('the asking call', () => {
  test('is found by its tag while it is running', () => {
    const calls = launch('a')
    const first = calls.begin('CallFunction', calling('f', 1), own)
    const second = calls.begin('CallFunction', calling('f', 2), own)
    assert.equal(calls.caller({ tag: second.tag }).call, second)
    calls.end(second, false)
    // A call that is over names nobody: only one is left.
    assert.equal(calls.caller({ tag: second.tag }).call, first)
    assert.equal(launch('b').caller({ tag: first.tag }).call, undefined)
  })

  test('is the named phase of a link, or else the only running call', () => {
    const calls = launch('a')
    const phase = (linkId: string) => calls.begin('UpdateLinkResourceA', { linkId }, own)
    const [one, two] = [phase('l-1'), phase('l-2')]
    assert.equal(calls.caller({ linkId: 'l-2' }).call, two)
    assert.deepEqual(two.changes, { kind: 'link', id: 'l-2', name: '::' })
    const unclear = calls.caller({})
    assert.equal(unclear.call, undefined)
    calls.end(one, false)
    assert.equal(unclear.ended.aborted, false)
    calls.end(two, false)
    assert.equal(unclear.ended.aborted, true)
    assert.equal(calls.caller({}).key, '')
  })

  test('has a tag that is not used again too early', () => {
    const calls = launch('a')
    const tags = (isTagReused: boolean) =>
      [1, 2].map(() => {
        const call = calls.begin('GetNamespace', {}, { within: undefined, isTagReused })
        calls.end(call, isTagReused)
        return call.tag
      })
    assert.deepEqual(tags(true), ['1', '1'])
    const [first, second] = tags(false)
    assert.notEqual(first, second)
  })
})

describe('a circle of calls', () => {
  test('with the same arguments is reported with its members', () => {
    const [a, b] = [launch('a'), launch('b')]
    const outside = a.begin('DeployResource', { resourceId: 'r', resourceType: { type: 'a/x' } }, own)
    const f = a.begin('CallFunction', calling('f', 1), { ...own, within: outside })
    const g = b.begin('CallFunction', calling('g', 1), { ...own, within: f })
    assert.equal(
      codeOf(() => a.begin('CallFunction', calling('f', 2), { ...own, within: g })),
      'fine',
    )
    assert.equal(
      codeOf(() => a.begin('CallFunction', calling('f', 1), { ...own, within: g })),
      'host/call-ring: plugins call each other in a circle: a::f (acme/a) -> b::g (acme/b) -> a::f (acme/a)',
    )
    assert.match(
      codeOf(() =>
        a.begin('DeployResource', { resourceId: 'r', resourceType: { type: 'a/x' } }, { ...own, within: g }),
      ),
      /^host\/call-ring: .* DeployResource a\/x r \(acme\/a\) -> a::f/,
    )
    assert.equal(
      codeOf(() => b.begin('GetNamespace', {}, { ...own, within: g })),
      'fine',
    )
  })

  test('with changing arguments ends at a depth', () => {
    const calls = launch('a')
    let within = calls.begin('CallFunction', calling('f', 0), own)
    for (let n = 1; n < 64; n++) within = calls.begin('CallFunction', calling('f', n), { ...own, within })
    assert.match(
      codeOf(() => calls.begin('CallFunction', calling('f', 64), { ...own, within })),
      /^host\/calls-too-deep: plugins call each other more than 64 calls deep: a::f/,
    )
  })

  test('through a plugin without tags is noticed by its depth', () => {
    const [a, b] = [launch('a'), launch('b')]
    const outer = b.begin('CallFunction', calling('g', 1), own)
    a.begin('CallFunction', calling('f', 1), { ...own, within: outer })
    a.begin('CallFunction', calling('h', 1), own)
    const { call: within } = a.caller({})
    assert.equal(within?.within?.title, 'b::g')
    assert.equal(
      codeOf(() => a.begin('CallFunction', calling('f', 1), { ...own, within })),
      'fine',
    )
  })
})
