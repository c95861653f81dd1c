import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { How } from '../program/program.ts'
import { type ProgramPart, ProgramParts } from './program-parts.ts'

describe('a run of a program', () => {
  test('includes everything by default', () => {
    const parts = new ProgramParts({})
    assert.equal(parts.isWhole, true)
    assert.deepEqual([parts.how(['a']), parts.how([]), parts.mayGo(['a'])], ['wanted', 'wanted', true])
    parts.refuseUnknown([['b']])
  })

  test('with targets creates only these, and the program’s own resources', () => {
    const parts = new ProgramParts({ targets: ['a', 'b::c'] })
    assert.equal(parts.isWhole, false)
    assert.deepEqual([parts.how(['a']), parts.how(['x', 'b::c']), parts.how(['ab'])], ['wanted', 'wanted', 'left'])
    assert.equal(parts.how(['inner'], true), 'wanted')
    assert.deepEqual([parts.mayGo(['a']), parts.mayGo(['other'])], [true, false])
  })

  test('leaves excluded resources alone', () => {
    const parts = new ProgramParts({ exclude: ['a'] })
    assert.equal(parts.isWhole, false)
    assert.deepEqual([parts.how(['b', 'a']), parts.how(['b'])], ['left', 'wanted'])
    assert.equal(parts.how(['a'], true), 'wanted')
    assert.deepEqual([parts.mayGo(['a']), parts.mayGo(['b'])], [false, true])
  })

  test('takes targets or exclusions, not both', () => {
    assert.throws(() => new ProgramParts({ targets: ['a'], exclude: ['b'] }), {
      code: 'engine/exclude-beside-target',
      message: 'a run can have targets or exclusions, not both',
      hint: 'leave out --target or --exclude',
    })
  })

  test('replaces on request, unless the run leaves the resource out', () => {
    const parts = new ProgramParts({ replace: ['a'] })
    assert.equal(parts.isWhole, true)
    assert.deepEqual([parts.how(['a']), parts.how(['b']), parts.how(['a'], true)], ['anew', 'wanted', 'anew'])
    assert.throws(() => new ProgramParts({ targets: ['b'], replace: ['the a'] }).how(['the a']), {
      code: 'engine/replace-beside-target',
      message: 'the a cannot be replaced: the run leaves it out',
      hint: "add --target 'the a', or leave out --replace",
    })
    assert.throws(() => new ProgramParts({ exclude: ['a'], replace: ['a'] }).how(['a']), {
      hint: 'leave out --exclude or --replace',
    })
  })
})

const inChildren = ['page', 'net', 'net/vpc', 'net/sub/d', 'network/a']

function withChildren(part: ProgramPart): ProgramParts {
  return new ProgramParts(part, { hasChildren: true })
}

/** The names of the resources that are handled in one way. */
function handled(part: ProgramPart, as: How): readonly string[] {
  return inChildren.filter((name) => withChildren(part).how([name]) === as)
}

describe('the name of a child', () => {
  test('means everything in it, for every kind of part', () => {
    for (const [kind, as] of [
      ['targets', 'wanted'],
      ['exclude', 'left'],
      ['replace', 'anew'],
    ] as const) {
      assert.deepEqual(handled({ [kind]: ['net'] }, as), ['net', 'net/vpc', 'net/sub/d'], kind)
      assert.deepEqual(handled({ [kind]: ['net/sub'] }, as), ['net/sub/d'], kind)
      assert.deepEqual(handled({ [kind]: ['*/sub'] }, as), ['net/sub/d'], kind)
    }
  })

  test('says which resources may go, and is known if the program or the state has something in it', () => {
    assert.deepEqual(
      inChildren.map((name) => withChildren({ exclude: ['net'] }).mayGo([name])),
      [true, false, false, false, true],
    )
    const asked = withChildren({ targets: ['net'] })
    asked.how(['net/vpc'])
    asked.refuseUnknown([])
    withChildren({ targets: ['net/sub'] }).refuseUnknown([['net/sub/d']])
    assert.throws(() => withChildren({ targets: ['net/su'] }).refuseUnknown([['net/sub/d']]), { message: /"net\/sub"/ })
  })

  test('means nothing in a program whose names may have a slash of their own', () => {
    const parts = new ProgramParts({ targets: ['net'] })
    assert.deepEqual([parts.how(['net']), parts.how(['net/vpc'])], ['wanted', 'left'])
  })
})

describe('a star in a name', () => {
  const names = ['web', 'web:1', 'web:1:x', 'we', 'Xweb', 'a.b', 'aXb']
  const met = (pattern: string) => {
    const parts = new ProgramParts({ targets: [pattern] })
    return names.filter((name) => parts.how([name]) === 'wanted')
  }
  test('matches anything without a colon, and two stars match anything', () => {
    assert.deepEqual(met('web*'), ['web'])
    assert.deepEqual(met('web:*'), ['web:1'])
    assert.deepEqual(met('web**'), ['web', 'web:1', 'web:1:x'])
    assert.deepEqual(met('*web'), ['web', 'Xweb'])
    assert.deepEqual(met('a.*'), ['a.b'])
    assert.deepEqual(met('web'), ['web'])
  })
})

describe('a name without a resource', () => {
  test('is refused with the nearest name once the program has asked for everything', () => {
    for (const kind of ['targets', 'exclude', 'replace'] as const) {
      const parts = new ProgramParts({ [kind]: ['wbe'] })
      parts.how(['web'])
      assert.throws(() => parts.refuseUnknown([]), {
        code: 'engine/unknown-target',
        message: 'there is no resource wbe in the program or in the state; did you mean "web"?',
      })
    }
    const far = new ProgramParts({ targets: ['far'] })
    assert.throws(() => far.refuseUnknown([]), { message: /in the state; there are no resources at all$/ })
    assert.throws(() => far.refuseUnknown([['web'], ['net/vpc']]), { message: /; there are: web, net\/vpc$/ })
    assert.throws(() => new ProgramParts({ targets: ['nte'] }).refuseUnknown([['net/vpc']]), { message: /"net"\?$/ })
  })

  test('is accepted if the state has it under any of its names', () => {
    for (const kind of ['targets', 'exclude', 'replace'] as const)
      new ProgramParts({ [kind]: ['old', 'older*'] }).refuseUnknown([['new', 'old'], ['older name']])
    const parts = new ProgramParts({ targets: ['databse'] })
    assert.throws(() => parts.refuseUnknown([['database']]), { message: /did you mean .?database/ })
  })

  test('is accepted if its resource was removed in the run', () => {
    const parts = new ProgramParts({ exclude: ['a'] })
    parts.mayGo(['a'])
    parts.refuseUnknown([])
  })
})
