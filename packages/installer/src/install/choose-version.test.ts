import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '@slipway/model'
import { parseDescriptor } from '../descriptor/parse.ts'
import { chooseVersion, type Choice, type Choosing } from './choose-version.ts'

const hour = 60 * 60 * 1000
const now = 1000 * hour

function choose(written: string, more: Partial<Choosing> = {}): Choice | undefined {
  return chooseVersion({ descriptor: parseDescriptor(written, { cwd: '/' }), present: [], now, exact: true, ...more })
}

function offered(...versions: readonly (string | readonly [version: string, hoursOld: number])[]): Choosing['offered'] {
  return versions.map((each) =>
    typeof each === 'string' ? { version: each } : { version: each[0], publishedAt: now - each[1] * hour },
  )
}

function present(...versions: readonly string[]): Choosing['present'] {
  return versions.map((version) => ({ version }))
}

function refused(written: string, more: Partial<Choosing>): Failure {
  try {
    choose(written, more)
  } catch (error) {
    assert.ok(error instanceof Failure && error.code === 'install/no-version', String(error))
    return error
  }
  assert.fail('a version was chosen')
}

describe('the lock file', () => {
  test('decides as long as its version fits, before installed and newer versions', () => {
    const more = { locked: { version: '4.18.0' }, present: present('4.19.0'), offered: offered('4.20.0') }
    assert.deepEqual(choose('pulumi:random', more), { version: '4.18.0', why: 'locked' })
    assert.deepEqual(choose('pulumi:random@^4', more), { version: '4.18.0', why: 'locked' })
  })

  test('decides for a very new version, too', () => {
    assert.deepEqual(
      choose('celerity/aws', { locked: { version: '2.0.0' }, offered: offered(['2.0.0', 1], ['1.0.0', 99]) }),
      {
        version: '2.0.0',
        why: 'locked',
      },
    )
  })

  test('does not decide for a range that its version no longer fits', () => {
    assert.deepEqual(
      choose('pulumi:random@^5', { locked: { version: '4.18.0' }, offered: offered('4.20.0', '5.1.0') }),
      {
        version: '5.1.0',
        why: 'newest',
      },
    )
  })

  test('does not decide when a version is on the command line', () => {
    const more = { locked: { version: '4.18.0' }, anew: true, offered: offered('4.18.0', '4.19.0') }
    assert.deepEqual(choose('pulumi:random@4.19.0', more), { version: '4.19.0', why: 'asked' })
    assert.deepEqual(choose('pulumi:random@^4.19', more), { version: '4.19.0', why: 'newest' })
  })

  test('does not decide for an update, which never goes back', () => {
    const more = { locked: { version: '4.18.0' }, update: true, present: present('4.18.0') }
    assert.deepEqual(choose('pulumi:random@^4', { ...more, offered: offered('4.17.0', '4.18.0', '4.20.0', '5.0.0') }), {
      version: '4.20.0',
      why: 'newest',
    })
    assert.deepEqual(choose('pulumi:random@^4', { ...more, offered: offered(['4.17.0', 99], ['4.18.0', 2]) }), {
      version: '4.18.0',
      why: 'newest',
    })
  })
})

describe('a version requested by number', () => {
  test('is chosen before installed ones, even if it is very new', () => {
    assert.deepEqual(choose('celerity/aws@1.0.0', { present: present('2.0.0'), offered: offered(['1.0.0', 0]) }), {
      version: '1.0.0',
      why: 'asked',
    })
  })

  test('needs no question to the source', () => {
    assert.deepEqual(choose('celerity/aws@1.0.0'), { version: '1.0.0', why: 'asked' })
  })

  test('may be on disk alone', () => {
    assert.deepEqual(
      choose('celerity/aws@1.0.0', { present: present('1.0.0'), offered: offered('2.0.0') })?.version,
      '1.0.0',
    )
  })

  test('that does not exist is an error that lists the existing ones', () => {
    const { message } = refused('celerity/aws@1.0.7', {
      offered: offered('1.0.0', '2.0.0', '1.10.0', '1.9.0', '0.1.0', '0.2.0'),
    })
    assert.equal(
      message,
      'celerity/aws has no version that fits 1.0.7: there is 2.0.0, 1.10.0, 1.9.0, 1.0.0, 0.2.0 and 1 more',
    )
  })
})

describe('an installed version that fits', () => {
  test('is chosen before something newer, the highest first', () => {
    assert.deepEqual(
      choose('celerity/aws@^1', { present: present('1.2.0', '1.10.0', '2.0.0'), offered: offered('1.11.0') }),
      {
        version: '1.10.0',
        why: 'present',
      },
    )
    assert.deepEqual(choose('celerity/aws', { present: present('1.2.0') }), { version: '1.2.0', why: 'present' })
  })

  test('counts also when its installation is unfinished', () => {
    assert.deepEqual(choose('celerity/aws', { present: [{ version: '1.2.0', isPartial: true }] })?.why, 'present')
  })

  test('does not count when it does not fit', () => {
    assert.equal(choose('celerity/aws@^2', { present: present('1.2.0') }), undefined)
  })

  test('is a release rather than a prerelease', () => {
    assert.equal(choose('celerity/aws@>=1.2.0-rc.1', { present: present('1.2.0', '1.2.1') })?.version, '1.2.1')
    assert.equal(choose('celerity/aws', { present: present('2.0.0-rc.1') }), undefined)
  })
})

describe('the newest version that is old enough', () => {
  test('is one of a day', () => {
    assert.deepEqual(choose('celerity/aws', { offered: offered(['1.0.0', 1000], ['1.1.0', 24], ['1.2.0', 23]) }), {
      version: '1.1.0',
      why: 'newest',
      heldBack: '1.2.0',
    })
  })

  test('follows minimumAge', () => {
    const more = { offered: offered(['1.0.0', 1000], ['1.1.0', 24], ['1.2.0', 23]) }
    assert.equal(choose('celerity/aws', { ...more, minimumAge: 0 })?.version, '1.2.0')
    assert.equal(choose('celerity/aws', { ...more, minimumAge: 100 * hour })?.version, '1.0.0')
  })

  test('is not held back by a source without dates', () => {
    assert.deepEqual(choose('celerity/aws', { offered: offered('1.0.0', '1.1.0') }), {
      version: '1.1.0',
      why: 'newest',
    })
  })

  test('is too new when its date lies in the future', () => {
    assert.equal(choose('celerity/aws', { offered: offered(['1.0.0', 100], ['1.1.0', -5]) })?.version, '1.0.0')
  })

  test('is an error when all are too new, which says how to get one', () => {
    const { message, hint } = refused('celerity/aws@^1', { offered: offered(['1.0.0', 3], ['2.0.0', 99]) })
    assert.equal(message, 'all versions of celerity/aws that fit are younger than 24 h: 1.0.0 is 3 h old')
    assert.equal(hint, 'ask for it by number (celerity/aws@1.0.0), or set plugins.minimumAge')
  })

  test("follows Terraform's rules", () => {
    assert.equal(
      choose('terraform:hashicorp/time@~>0.12', { offered: offered('0.12.1', '0.14.2', '1.0.0') })?.version,
      '0.14.2',
    )
  })

  test('is any version where there are no ranges', () => {
    assert.equal(
      choose('git+https://host/repo@main', { offered: offered('0.0.0-xdeadbeef') })?.version,
      '0.0.0-xdeadbeef',
    )
    assert.equal(choose('github:owner/repo', { offered: offered('1.0.0-rc.2', '1.0.0-rc.1') })?.version, '1.0.0-rc.2')
  })

  test('is requested where a branch or a tag is meant, even if one is installed', () => {
    const more = { present: present('1.0.0') }
    assert.equal(choose('github:owner/repo@v2', more), undefined)
    assert.equal(choose('github:owner/repo@v2', { ...more, offered: offered('2.0.0') })?.version, '2.0.0')
    assert.equal(choose('github:owner/repo', more)?.why, 'present')
  })

  test('is an error for prereleases alone, which says how to get one', () => {
    const { message, hint } = refused('celerity/aws', { offered: offered('1.0.0-rc.1') })
    assert.equal(message, 'celerity/aws has no release: there is 1.0.0-rc.1')
    assert.equal(hint, 'prereleases are only taken if they are named: celerity/aws@1.0.0-rc.1')
  })

  test('is an error when there are no versions at all', () => {
    assert.equal(refused('celerity/aws', { offered: [] }).message, 'there is no version of celerity/aws')
  })
})

describe('plugin install without --exact', () => {
  const exact = false

  test('does nothing when a version is installed and none is asked for', () => {
    assert.deepEqual(choose('celerity/aws', { exact, present: present('1.0.0'), offered: offered('2.0.0') }), {
      version: '1.0.0',
      why: 'present',
    })
  })

  test('does nothing when a lower one is requested', () => {
    assert.deepEqual(
      choose('celerity/aws@1.0.0', { exact, anew: true, present: present('1.2.0'), offered: offered('1.0.0') }),
      {
        version: '1.2.0',
        why: 'higher',
      },
    )
  })

  test('installs a higher one', () => {
    assert.deepEqual(choose('celerity/aws@1.3.0', { exact, present: present('1.2.0') }), {
      version: '1.3.0',
      why: 'asked',
    })
  })

  test('installs the higher one when it is only half there', () => {
    assert.deepEqual(choose('celerity/aws@1.0.0', { exact, present: [{ version: '1.2.0', isPartial: true }] }), {
      version: '1.0.0',
      why: 'asked',
    })
  })

  test('and with it: the lower one is installed beside the higher one', () => {
    assert.deepEqual(choose('celerity/aws@1.0.0', { exact: true, present: present('1.2.0') }), {
      version: '1.0.0',
      why: 'asked',
    })
  })
})
