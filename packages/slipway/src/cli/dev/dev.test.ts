/** `slipway dev`, in a folder that a user edits. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'

const workspace = join(import.meta.dirname, '../../../../..')
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-dev-')))
after(() => rmSync(folder, { recursive: true, force: true }))

const blueprint = (title: string): string => `version: 2025-11-02
resources:
  words: { type: local/file, spec: { path: words.txt, content: "${title}" } }
  server:
    type: local/process
    dependsOn: words
    spec: { command: sh, args: [server.sh] }
`

interface Round {
  readonly type: string
  readonly files?: readonly string[]
  readonly changedSinceLast?: readonly string[]
  readonly restart?: readonly string[]
  readonly message?: string
  readonly outcome?: string
  readonly line?: string
}

test('each save is planned and applied, a mistake ends nothing, and a process restarts with its dependencies', async () => {
  const file = join(folder, 'site.blueprint.yaml')
  writeFileSync(file, blueprint('one'))
  writeFileSync(join(folder, 'server.sh'), 'cat words.txt; echo; exec sleep 600\n')
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const command = join(workspace, 'node_modules/.bin/slipway')
  const child = spawn(command, ['dev', '--yes', '--json'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  /** The next round that `isIt` accepts; skips the others. */
  const next = async (isIt: (round: Round) => boolean): Promise<Round> => {
    for (;;) {
      const { value, done } = await lines.next()
      assert.notEqual(done, true, 'it has ended')
      const round = JSON.parse(value as string) as Round
      if (isIt(round)) return round
    }
  }
  try {
    assert.equal((await next(({ type }) => type === 'applied')).outcome, 'succeeded')
    assert.equal((await next(({ type }) => type === 'log')).line, 'one')

    writeFileSync(join(folder, 'notes.md'), 'nobody reads this')
    writeFileSync(file, blueprint('two'))
    assert.deepEqual((await next(({ type }) => type === 'changed')).files, ['site.blueprint.yaml'])
    const { changedSinceLast, restart } = await next(({ type }) => type === 'plan')
    assert.deepEqual([changedSinceLast, restart], [['words'], ['server']])
    assert.equal((await next(({ type }) => type === 'log')).line, 'two')
    assert.equal(readFileSync(join(folder, 'words.txt'), 'utf8'), 'two')

    writeFileSync(file, blueprint('three').replace('local/file', 'local/fle'))
    assert.match((await next(({ type }) => type === 'failed')).message ?? '', /local\/fle/)
    writeFileSync(file, blueprint('three'))
    assert.equal((await next(({ type }) => type === 'log')).line, 'three')
  } finally {
    child.kill('SIGINT')
    const [code] = (await once(child, 'exit')) as [number | null]
    const destroyed = spawn(command, ['destroy', '--yes'], { cwd: folder, env, stdio: 'ignore' })
    await once(destroyed, 'exit')
    assert.equal(code, 0)
  }
  assert.equal(existsSync(join(folder, 'words.txt')), false)
})

// `script` gives a command a terminal.
const skip = spawnSync('script', ['--version']).status === 0 ? false : 'needs script, of util-linux'

test('on a terminal, a applies the plan that is shown, and q ends', { skip }, async () => {
  const own = join(folder, 'keys')
  mkdirSync(own)
  writeFileSync(
    join(own, 'note.blueprint.yaml'),
    'version: 2025-11-02\nresources: { note: { type: local/file, spec: { path: note.txt, content: hello } } }\n',
  )
  const { NODE_TEST_CONTEXT: _, CI: __, ...env } = process.env
  const command = join(workspace, 'node_modules/.bin/slipway')
  const args = ['--quiet', '--return', '--command', `"${command}" dev`, '/dev/null']
  // If the prompt for a key never comes, the timeout ends the process and the test fails.
  const child = spawn('script', args, { cwd: own, env, timeout: 300_000 })
  const keys = [
    [/q ends\s*$/, 'a'],
    [/note is up: 1 created/, 'q'],
  ] as const
  let pressed = 0
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += stripVTControlCharacters(chunk)
    const [shown, key] = keys[pressed] ?? []
    if (shown === undefined || key === undefined || !shown.test(text)) return
    pressed += 1
    child.stdin.write(key)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  assert.deepEqual([code, pressed], [0, keys.length], text)
  assert.equal(readFileSync(join(own, 'note.txt'), 'utf8'), 'hello')
})
