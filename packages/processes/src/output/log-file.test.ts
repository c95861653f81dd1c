import { describe, test, type TestContext } from 'node:test'
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lchownSync,
  linkSync,
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
import { LogFile } from './log-file.ts'

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'slipway-log-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

describe('a log file', () => {
  test('is created by its first line', async (t) => {
    const path = join(folder(t), 'a/b/plugin.log')
    const log = new LogFile(path)
    await log.close()
    assert.equal(existsSync(path), false)
    log.append('one\n')
    log.append('two\n')
    await log.close()
    assert.equal(readFileSync(path, 'utf8'), 'one\ntwo\n')
  })

  test('is for its user alone, and so are its new folders', async (t) => {
    const dir = folder(t)
    const umask = process.umask(0)
    t.after(() => process.umask(umask))
    const log = new LogFile(join(dir, 'a/b/plugin.log'))
    log.append('one\n')
    await log.close()
    const modes = ['a', 'a/b', 'a/b/plugin.log'].map((path) => statSync(join(dir, path)).mode & 0o777)
    assert.deepEqual(modes, [0o700, 0o700, 0o600])
  })

  test('is rotated when it is full: two of them at most', async (t) => {
    const dir = folder(t)
    const path = join(dir, 'plugin.log')
    const log = new LogFile(path, { maxBytes: 100 })
    for (let line = 100; line < 150; line++) {
      log.append(`${'x'.repeat(46)}${line}\n`)
      // Text appended while a line is written would be written with the next one.
      while (!existsSync(path) || !readFileSync(path, 'utf8').endsWith(`${line}\n`)) await new Promise(setImmediate)
    }
    await log.close()
    assert.deepEqual(readdirSync(dir).sort(), ['plugin.log', 'plugin.log.1'])
    assert.ok(statSync(path).size + statSync(`${path}.1`).size <= 200)
  })

  test('refuses lines when too many wait, and does no harm without a place to write', async (t) => {
    const dir = folder(t)
    const log = new LogFile(join(dir, 'plugin.log'), { maxPendingBytes: 10 })
    assert.equal(log.append('12345\n'), true)
    assert.equal(log.append('1234567890\n'), false)
    await log.close()
    writeFileSync(join(dir, 'file'), '')
    const nowhere = new LogFile(join(dir, 'file/plugin.log'))
    nowhere.append('x')
    await nowhere.close()
  })

  describe('refuses to write through a planted file', () => {
    const plant: Readonly<Record<string, (path: string, precious: string) => void>> = {
      'a link': (path, precious) => symlinkSync(precious, path),
      'a link to what is not there': (path) => symlinkSync(`${path}-new`, path),
      'a second name': (path, precious) => linkSync(precious, path),
      'a named pipe': (path) => void execFileSync('mkfifo', [path]),
      'a device': (path) => symlinkSync('/dev/full', path),
      'a folder': (path) => mkdirSync(path),
    }
    for (const [what, put] of Object.entries(plant)) {
      test(what, { timeout: 60_000 }, async (t) => {
        const dir = folder(t)
        const precious = join(dir, 'precious')
        writeFileSync(precious, 'thesis\n')
        const path = join(dir, 'plugin.log')
        put(path, precious)
        await logged(path)
        assert.equal(readFileSync(precious, 'utf8'), 'thesis\n')
        assert.equal(existsSync(`${path}-new`), false)
        // An entry that the log may put aside costs no line.
        if (what === 'a second name') assert.equal(readFileSync(path, 'utf8'), 'one\n')
      })
    }

    const skip = process.getuid?.() !== 0 && 'needs root, to give a link to another user'
    test('a folder that is a link of another user', { skip }, async (t) => {
      const dir = folder(t)
      mkdirSync(join(dir, 'home'))
      symlinkSync(join(dir, 'home'), join(dir, 'logs'))
      await logged(join(dir, 'logs/mine/plugin.log'))
      assert.deepEqual(readdirSync(join(dir, 'home')), ['mine'], 'a link of ones own')
      lchownSync(join(dir, 'logs'), 65_534, 65_534)
      await logged(join(dir, 'logs/acme/plugin.log'))
      assert.deepEqual(readdirSync(join(dir, 'home')), ['mine'])
    })
  })
})

async function logged(path: string): Promise<void> {
  const log = new LogFile(path)
  log.append('one\n')
  await log.close()
}
