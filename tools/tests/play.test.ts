import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'

const fine = `import { test } from 'node:test'\ntest('fine', () => {})\n`
const broken = `import { test } from 'node:test'\ntest('broken', () => { throw new Error('no') })\n`
const crashing = `process.exit(7)\n`
/** Fails the first time. */
const shaky = `
import { existsSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
test('shaky', () => {
  const seen = import.meta.filename + '.seen'
  if (existsSync(seen)) return
  writeFileSync(seen, '')
  throw new Error('the machine was busy')
})
`

/** Plays these files, with a second go; the names of those that have failed for good, and what was said. */
function played(t: TestContext, files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'slipway-play-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, `${name}.mjs`), text)
  const processes = Object.keys(files).map((name) => ({ entry: join(root, `${name}.mjs`), files: [`${name}.mjs`] }))
  const script = `
    import { play, playAgain } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'play.ts')).href)}
    const options = { root: ${JSON.stringify(root)} }
    const failed = await playAgain(await play(${JSON.stringify(processes)}, options), options)
    console.log('failed: ' + failed.map(({ files }) => files).join(' '))
  `
  writeFileSync(join(root, 'script.mjs'), script)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { stdout } = spawnSync(process.execPath, [join(root, 'script.mjs')], { env, encoding: 'utf8' })
  const lines = stdout.trim().split('\n')
  return { failed: lines.at(-1)?.slice('failed: '.length).trim(), stdout }
}

describe('tests that fail', () => {
  test('and pass alone have passed, and are named', (t) => {
    const { failed, stdout } = played(t, { fine, shaky })
    assert.equal(failed, '')
    assert.match(stdout, /failed at first, and passed alone: find out why\n {2}shaky\.mjs\n/)
  })

  test('twice have failed', (t) => {
    const { failed, stdout } = played(t, { fine, broken, crashing })
    assert.equal(failed, 'broken.mjs crashing.mjs')
    assert.doesNotMatch(stdout, /passed alone/)
  })

  test('in more than three processes are no accident', (t) => {
    const { failed, stdout } = played(t, { one: shaky, two: shaky, three: shaky, four: shaky })
    assert.equal(failed, 'one.mjs two.mjs three.mjs four.mjs')
    assert.doesNotMatch(stdout, /Once more/)
  })
})
