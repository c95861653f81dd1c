import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { Failure } from '@slipway/model'
import { hashesOf } from './hashes.ts'
import type { LockEntry } from './lock-file.ts'
import { openLock } from './open-lock.ts'

const sum = (digit: string): string => digit.repeat(64)

function entry(descriptor: string, version: string, more: Partial<LockEntry> = {}): LockEntry {
  return {
    descriptor,
    version,
    asked: '',
    origin: 'registry.example.com',
    platforms: { 'linux-amd64': { sha256: sum('a'), size: 12 }, 'darwin-arm64': { sha256: sum('b') } },
    isPartial: false,
    ...more,
  }
}

function folder(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'slipway-lock-'))
  t.after(() => rmSync(made, { recursive: true, force: true }))
  return made
}

function written(file: string, ...entries: readonly LockEntry[]): string {
  const lock = openLock(file)
  for (const each of entries) lock.put(each)
  lock.save()
  return readFileSync(file, 'utf8')
}

function refusal(act: () => unknown): Failure {
  try {
    act()
  } catch (error) {
    assert.ok(error instanceof Failure, String(error))
    return error
  }
  assert.fail('nothing was refused')
}

describe('the text of a lock file', () => {
  test('is sorted, with one fact per line', (t) => {
    const file = join(folder(t), 'slipway.lock')
    const text = written(
      file,
      entry('pulumi:random', '4.19.0', { asked: '^4', signer: `gpg:${sum('c').slice(0, 40)}` }),
      entry('celerity/aws', '1.2.0', {
        asked: '>= 1, < 2',
        at: 'deadbeef',
        isPartial: true,
        platforms: { 'linux-amd64': { sha256: sum('a') } },
      }),
      entry(join(file, '../plugins/my signal'), '1.0.0', { origin: join(file, '../plugins/my signal') }),
    )
    assert.equal(
      text,
      `# slipway.lock: which plugins this project uses, and their bytes. Written by Slipway; commit it.
# Each line says one thing for itself, in any order. It pins bytes and proves nobody.
format 1
"./plugins/my signal" 1.0.0 origin "./plugins/my signal"
"./plugins/my signal" 1.0.0 platform darwin-arm64 sha256:${sum('b')}
"./plugins/my signal" 1.0.0 platform linux-amd64 sha256:${sum('a')} 12
celerity/aws 1.2.0 asked ">= 1, < 2"
celerity/aws 1.2.0 at deadbeef
celerity/aws 1.2.0 origin registry.example.com
celerity/aws 1.2.0 platform linux-amd64 sha256:${sum('a')}
celerity/aws 1.2.0 platforms incomplete
pulumi:random 4.19.0 asked ^4
pulumi:random 4.19.0 origin registry.example.com
pulumi:random 4.19.0 platform darwin-arm64 sha256:${sum('b')}
pulumi:random 4.19.0 platform linux-amd64 sha256:${sum('a')} 12
pulumi:random 4.19.0 signer gpg:${sum('c').slice(0, 40)}
`,
    )
    assert.deepEqual(written(file), text)
  })

  test('means the same plugin after the project has moved with it', (t) => {
    const [mine, theirs] = [folder(t), folder(t)]
    const text = written(join(mine, 'slipway.lock'), entry(join(mine, 'x'), '1.0.0'))
    writeFileSync(join(theirs, 'slipway.lock'), text)
    assert.equal(openLock(join(theirs, 'slipway.lock')).entries[0]?.descriptor, join(theirs, 'x'))
  })
})

describe('finding and putting', () => {
  test('two versions stand side by side, and the highest that fits is found', (t) => {
    const lock = openLock(join(folder(t), 'slipway.lock'))
    lock.put(entry('pulumi:random', '4.9.0', { asked: '~4.9' }))
    lock.put(entry('pulumi:random', '4.19.0', { asked: '^4' }))
    assert.equal(lock.find('pulumi:random', () => true)?.version, '4.19.0')
    assert.equal(lock.find('pulumi:random', (version) => version < '4.2')?.version, '4.19.0')
    assert.equal(lock.find('pulumi:random', (version) => version === '4.9.0')?.version, '4.9.0')
    assert.equal(
      lock.find('pulumi:tls', () => true),
      undefined,
    )
  })

  test('a new choice for the same question replaces only that entry', (t) => {
    const file = join(folder(t), 'slipway.lock')
    const before = written(
      file,
      entry('pulumi:random', '4.18.0', { asked: '^4' }),
      entry('pulumi:random', '3.0.0', { asked: '^3' }),
      entry('celerity/aws', '1.0.0'),
    )
    const after = written(file, entry('pulumi:random', '4.19.0', { asked: '^4' }))
    assert.equal(after, before.replaceAll('4.18.0', '4.19.0'))
  })

  test('a version for a range that is no longer requested goes', (t) => {
    const lock = openLock(join(folder(t), 'slipway.lock'))
    lock.put(entry('pulumi:tls', '4.0.0'))
    lock.put(entry('pulumi:random', '4.18.0', { asked: '^4' }))
    lock.save()
    const later = openLock(lock.file)
    assert.equal(
      later.find('pulumi:random', (version) => version.startsWith('5')),
      undefined,
    )
    later.put(entry('pulumi:random', '5.0.0', { asked: '^5' }))
    later.save()
    assert.deepEqual(
      openLock(lock.file).entries.map(({ descriptor, version }) => `${descriptor} ${version}`),
      ['pulumi:random 5.0.0', 'pulumi:tls 4.0.0'],
    )
  })

  test('a version that another plugin still needs stays, in any order of questions', (t) => {
    for (const isFirst of [true, false]) {
      const file = join(folder(t), 'slipway.lock')
      written(file, entry('pulumi:random', '4.18.0', { asked: '^4' }))
      const lock = openLock(file)
      if (isFirst) lock.find('pulumi:random', (version) => version.startsWith('4'))
      lock.put(entry('pulumi:random', '5.0.0', { asked: '^5' }))
      assert.equal(lock.find('pulumi:random', (version) => version.startsWith('4'))?.version, '4.18.0')
      lock.save()
      assert.deepEqual(
        openLock(file).entries.map(({ version }) => version),
        ['4.18.0', '5.0.0'],
      )
    }
  })

  test('a colleague fills in another platform, and the hashes of others stay', (t) => {
    const file = join(folder(t), 'slipway.lock')
    const linux = { 'linux-amd64': { sha256: sum('a'), size: 1 } }
    const darwin = { 'darwin-arm64': { sha256: sum('b'), size: 2 } }
    written(file, entry('https://host/x', '1.0.0', { platforms: linux, isPartial: true }))
    written(file, entry('https://host/x', '1.0.0', { platforms: darwin, isPartial: true }))
    assert.deepEqual(openLock(file).entries[0]?.platforms, { ...linux, ...darwin })
    assert.equal(openLock(file).entries[0]?.isPartial, true)
    written(file, entry('https://host/x', '1.0.0', { platforms: { ...linux, ...darwin }, isPartial: false }))
    assert.equal(openLock(file).entries[0]?.isPartial, false)
  })

  test('other bytes, or another origin, start a new entry', (t) => {
    const file = join(folder(t), 'slipway.lock')
    written(file, entry('a/x', '1.0.0'))
    const other = entry('a/x', '1.0.0', { platforms: { 'linux-amd64': { sha256: sum('f') } } })
    written(file, other)
    assert.deepEqual(openLock(file).entries, [other])
    const elsewhere = { ...other, origin: 'other.example.com' }
    written(file, elsewhere)
    assert.deepEqual(openLock(file).entries, [elsewhere])
  })

  test('the same entry again changes nothing', (t) => {
    const file = join(folder(t), 'slipway.lock')
    written(file, entry('a/x', '1.0.0'))
    const { mtimeNs, ino } = statSync(file, { bigint: true })
    const lock = openLock(file)
    lock.put(entry('a/x', '1.0.0'))
    assert.equal(lock.isChanged, false)
    lock.save()
    assert.deepEqual([statSync(file, { bigint: true }).mtimeNs, statSync(file, { bigint: true }).ino], [mtimeNs, ino])
  })
})

describe('frozen', () => {
  test('an existing entry may stay', (t) => {
    const file = join(folder(t), 'slipway.lock')
    written(file, entry('a/x', '1.0.0'))
    const lock = openLock(file, { frozen: true })
    lock.put(entry('a/x', '1.0.0'))
    lock.save()
    assert.equal(lock.isChanged, false)
  })

  const table: readonly (readonly [name: string, put: LockEntry, why: RegExp])[] = [
    ['a new plugin', entry('a/y', '1.0.0'), /a\/y 1\.0\.0 is not in it/],
    ['another version', entry('a/x', '2.0.0'), /it has a\/x 1\.0\.0, but the project needs 2\.0\.0/],
    [
      'another platform',
      entry('a/x', '1.0.0', { platforms: { 'linux-arm64': { sha256: sum('d') } } }),
      /it has no bytes for linux-arm64 yet/,
    ],
    [
      'another origin',
      entry('a/x', '1.0.0', { origin: 'evil.example.com' }),
      /its origin is registry\.example\.com, but Slipway would ask evil\.example\.com/,
    ],
    ['other bytes', entry('a/x', '1.0.0', { platforms: { 'linux-amd64': { sha256: sum('e') } } }), /its bytes/],
    ['another question', entry('a/x', '1.0.0', { asked: '^1' }), /its descriptor, its bytes/],
  ]
  for (const [name, put, why] of table) {
    test(`${name} is refused`, (t) => {
      const file = join(folder(t), 'slipway.lock')
      const before = written(file, entry('a/x', '1.0.0'))
      const lock = openLock(file, { frozen: true })
      const { code, message } = refusal(() => lock.put(put))
      assert.equal(code, 'install/frozen')
      assert.match(message, why)
      lock.save()
      assert.equal(readFileSync(file, 'utf8'), before)
    })
  }
})

describe('writing', () => {
  test('keeps entries that somebody else has written meanwhile', (t) => {
    const file = join(folder(t), 'slipway.lock')
    const [mine, theirs] = [openLock(file), openLock(file)]
    mine.put(entry('a/x', '1.0.0'))
    theirs.put(entry('a/y', '1.0.0'))
    mine.save()
    theirs.save()
    assert.deepEqual(
      openLock(file).entries.map(({ descriptor }) => descriptor),
      ['a/x', 'a/y'],
    )
  })

  test('leaves no other file, and keeps the permissions', (t) => {
    const made = folder(t)
    const file = join(made, 'slipway.lock')
    written(file, entry('a/x', '1.0.0'))
    chmodSync(file, 0o640)
    written(file, entry('a/y', '1.0.0'))
    assert.deepEqual(readdirSync(made), ['slipway.lock'])
    assert.equal(statSync(file).mode & 0o777, 0o640)
  })

  test('that fails is reported, and leaves the old file', (t) => {
    const made = folder(t)
    const lock = openLock(join(made, 'slipway.lock'))
    lock.put(entry('a/x', '1.0.0'))
    mkdirSync(join(made, 'slipway.lock'))
    assert.equal(refusal(() => lock.save()).code, 'install/bad-lock')
    rmSync(made, { recursive: true })
    assert.equal(refusal(() => lock.save()).code, 'install/unwritable-lock')
  })

  test('neither a pipe nor a folder is read', (t) => {
    const made = folder(t)
    execFileSync('mkfifo', [join(made, 'pipe')])
    symlinkSync('/dev/zero', join(made, 'zero'))
    for (const name of ['pipe', 'zero', '.']) {
      assert.match(refusal(() => openLock(join(made, name))).message, /cannot be read: it is (?:not a file|a folder)/)
    }
  })
})

function git(cwd: string, ...words: readonly string[]): { readonly status: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(
    'git',
    ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words],
    { cwd, encoding: 'utf8' },
  )
  return { status, text: stdout + stderr }
}

/** Sets up a repository whose lock file has three plugins, with two branches, on each of which a colleague adds one plugin. */
function twoBranches(
  t: TestContext,
  added: readonly [string, string],
  attributes = '',
): { readonly cwd: string; readonly merged: ReturnType<typeof git> } {
  const cwd = folder(t)
  const file = join(cwd, 'slipway.lock')
  git(cwd, 'init', '-q', '-b', 'main')
  if (attributes !== '') writeFileSync(join(cwd, '.gitattributes'), attributes)
  written(file, entry('b/b', '1.0.0'), entry('m/m', '1.0.0'), entry('y/y', '1.0.0'))
  git(cwd, 'add', '.')
  git(cwd, 'commit', '-qm', 'base')
  for (const [index, descriptor] of added.entries()) {
    git(cwd, 'checkout', '-q', '-b', `branch-${index}`, 'main')
    written(file, entry(descriptor, '1.0.0'))
    git(cwd, 'commit', '-qam', descriptor)
  }
  return { cwd, merged: git(cwd, 'merge', '-q', 'branch-0', '-m', 'merge') }
}

describe('git merges two branches that add plugins', () => {
  test('at different places, by itself', (t) => {
    const { cwd, merged } = twoBranches(t, ['c/c', 'n/n'])
    assert.equal(merged.status, 0, merged.text)
    assert.deepEqual(
      openLock(join(cwd, 'slipway.lock')).entries.map(({ descriptor }) => descriptor),
      ['b/b', 'c/c', 'm/m', 'n/n', 'y/y'],
    )
  })

  test('at the same place, with merge=union', (t) => {
    const { cwd, merged } = twoBranches(t, ['c/c', 'd/d'], 'slipway.lock merge=union\n')
    assert.equal(merged.status, 0, merged.text)
    const file = join(cwd, 'slipway.lock')
    assert.deepEqual(
      openLock(file).entries.map(({ descriptor }) => descriptor),
      ['b/b', 'c/c', 'd/d', 'm/m', 'y/y'],
    )
  })

  test('at the same place, and names what it could not do', (t) => {
    const { cwd, merged } = twoBranches(t, ['c/c', 'd/d'])
    assert.notEqual(merged.status, 0)
    const file = join(cwd, 'slipway.lock')
    const { code, message, hint } = refusal(() => openLock(file))
    assert.equal(code, 'install/lock-conflict')
    assert.match(message, /slipway\.lock:7 has a conflict that git could not merge: "<<<<<<< HEAD"/)
    assert.match(hint ?? '', /keep those of both sides/)
    // The test follows the hint and removes the conflict markers.
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/^[<=>]{7}.*\n/gm, ''))
    assert.deepEqual(
      openLock(file).entries.map(({ descriptor }) => descriptor),
      ['b/b', 'c/c', 'd/d', 'm/m', 'y/y'],
    )
  })
})

describe('hashes of all platforms', () => {
  const downloaded = { platform: 'linux-amd64', sha256: sum('a'), size: 12 } as const
  const text = `${sum('1')}  signal_1.0.0_darwin_arm64.zip\n${sum('a')} *signal_1.0.0_linux_amd64.zip\n${sum('3')}  signal_1.0.0_manifest.json\n${sum('4')}  other_1.0.0_linux_arm64.zip\n`
  const fileName = 'signal_1.0.0_linux_amd64.zip'

  test('come from the registry first', () => {
    const offer = {
      fileName,
      platforms: { 'darwin-arm64': { sha256: sum('9'), size: 5 } },
      evidence: { sums: { text, fileName } },
    }
    assert.deepEqual(hashesOf(offer, downloaded), {
      platforms: { 'darwin-arm64': { sha256: sum('9'), size: 5 }, 'linux-amd64': { sha256: sum('a'), size: 12 } },
      isPartial: false,
    })
  })

  test('come from a list of sums next', () => {
    assert.deepEqual(hashesOf({ fileName, evidence: { sums: { text, fileName } } }, downloaded), {
      platforms: { 'darwin-arm64': { sha256: sum('1') }, 'linux-amd64': { sha256: sum('a'), size: 12 } },
      isPartial: false,
    })
  })

  test('are only this platform’s otherwise', () => {
    const alone = { platforms: { 'linux-amd64': { sha256: sum('a'), size: 12 } }, isPartial: true }
    assert.deepEqual(hashesOf({}, downloaded), alone)
    assert.deepEqual(hashesOf({ platforms: { 'linux-amd64': { sha256: sum('a') } } }, downloaded), alone)
    assert.deepEqual(hashesOf({ fileName: 'signal.zip', evidence: { sums: { text, fileName } } }, downloaded), alone)
  })
})
