import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

const launcher = new URL('../../../bin/slipway', import.meta.url).pathname

function shop(t: TestContext) {
  const cwd = mkdtempSync(join(tmpdir(), 'slipway-value-'))
  t.after(() => rmSync(cwd, { recursive: true, force: true }))
  writeFileSync(join(cwd, 'Pulumi.yaml'), 'name: shop\nruntime: nodejs\n')
  const env = { ...process.env, HOME: cwd, CI: 'true', NODE_TEST_CONTEXT: undefined }
  /** Uses a shell: users type `<` and `|` there. */
  const shell = (command: string) =>
    spawnSync('sh', ['-c', command], { cwd, env: { ...env, SLIPWAY: launcher }, encoding: 'utf8' })
  const written = () => readFileSync(join(cwd, 'Pulumi.dev.yaml'), 'utf8')
  return { cwd, env, shell, written }
}

test('a missing value comes from the standard input, of any kind', (t) => {
  const { cwd, env, shell, written } = shop(t)
  assert.equal(shell('printf "one\\ntwo\\n" | "$SLIPWAY" config set piped').status, 0)
  writeFileSync(join(cwd, 'value'), 'three\n')
  assert.equal(shell('"$SLIPWAY" config set file < value').status, 0)
  // Node makes a socket of it.
  const { status } = spawnSync(launcher, ['config', 'set', 'socket'], { cwd, env, input: 'four' })
  assert.equal(status, 0)
  assert.equal(written(), 'config:\n  shop:piped: "one\\ntwo"\n  shop:file: three\n  shop:socket: four\n')
})

test('an empty one is refused, unless it is written out', (t) => {
  const { shell, written } = shop(t)
  for (const nothing of ['< /dev/null', '<&-', '< Pulumi.empty']) {
    const { status, stderr } = shell(`: > Pulumi.empty; "$SLIPWAY" config set --secret token ${nothing}`)
    assert.equal(status, 1, nothing)
    assert.match(
      stderr,
      /no value is given for token {2}\[stack\/no-value\]\n {2}hint: .*config set --secret token < FILE/,
    )
  }
  assert.equal(shell(`"$SLIPWAY" config set token ''`).status, 0)
  assert.equal(written(), 'config:\n  shop:token: ""\n')
})

test('one that is not text is refused', (t) => {
  const { shell } = shop(t)
  const { status, stderr } = shell(`printf '\\377\\376' | "$SLIPWAY" config set key`)
  assert.equal(status, 1)
  assert.match(stderr, /the standard input is not UTF-8 text {2}\[cli\/not-utf8\]\n {2}hint: .*base64 < FILE/)
})
