/** `slipway dev`, in a folder that a user edits. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
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

/**
 * Types each text, or does something else, once the output that belongs to it has appeared, in a folder with a blueprint, and returns the exit code and the output. After
 * Enter there is a pause, in which something may wrongly begin.
 */
async function pressing(
  name: string,
  blueprintText: string,
  keys: readonly (readonly [shown: RegExp, key: string | ((own: string) => void)])[],
): Promise<{ readonly own: string; readonly code: number | null; readonly pressed: number; readonly text: string }> {
  const own = join(folder, name)
  mkdirSync(own)
  writeFileSync(join(own, 'note.blueprint.yaml'), blueprintText)
  const { NODE_TEST_CONTEXT: _, CI: __, ...env } = process.env
  const command = join(workspace, 'node_modules/.bin/slipway')
  const args = ['--quiet', '--return', '--command', `"${command}" dev`, '/dev/null']
  // If the prompt for a key never comes, the timeout ends the process and the test fails.
  const child = spawn('script', args, { cwd: own, env, timeout: 300_000 })
  const typed = async (keysInTurn: string): Promise<void> => {
    for (const part of keysInTurn.split(/(?<=\r)/)) {
      // A user presses a key after reading.
      await pause(500)
      child.stdin.write(part)
      if (part.endsWith('\r')) await pause(1000)
    }
  }
  let pressed = 0
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += stripVTControlCharacters(chunk)
    const [shown, key] = keys[pressed] ?? []
    if (shown === undefined || key === undefined || !shown.test(text)) return
    pressed += 1
    if (typeof key === 'string') void typed(key)
    else key(own)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { own, code, pressed, text }
}

test('on a terminal, a applies the plan that is shown, and q ends', { skip }, async () => {
  const { own, code, pressed, text } = await pressing(
    'keys',
    'version: 2025-11-02\nresources: { note: { type: local/file, spec: { path: note.txt, content: hello } } }\n',
    [
      [/q ends\s*$/, 'a'],
      [/note is up: 1 created/, 'q'],
    ],
  )
  assert.deepEqual([code, pressed], [0, 2], text)
  assert.equal(readFileSync(join(own, 'note.txt'), 'utf8'), 'hello')
})

const asking = `version: 2025-11-02
variables: { who: { type: string } }
resources: { note: { type: local/file, spec: { path: note.txt, content: "\${variables.who}" } } }
`

test('on a terminal, the keys of an answer and Enter neither apply a plan nor end the watch', { skip }, async () => {
  const { own, code, pressed, text } = await pressing('answers', asking, [
    [/who \(string\): $/, 'aqua\r'],
    [/q ends\s*$/, '\rq'],
  ])
  assert.deepEqual([code, pressed], [0, 2], text)
  assert.equal(existsSync(join(own, 'note.txt')), false, text)
})

test('on a terminal, a applies the plan with the answer, which is asked for once', { skip }, async () => {
  const { own, code, pressed, text } = await pressing('once', asking, [
    [/who \(string\): $/, 'aqua\r'],
    [/q ends\s*$/, 'a'],
    [/note is up: 1 created/, 'q'],
  ])
  assert.deepEqual([code, pressed], [0, 3], text)
  assert.equal(readFileSync(join(own, 'note.txt'), 'utf8'), 'aqua')
  assert.equal(text.match(/q ends/g)?.length, 1, text)
})

/** A blueprint whose deployment goes on once there is a file `go`. */
const gated = (content: string): string => `version: 2025-11-02
resources:
  gate: { type: local/command, spec: { create: "while [ ! -e go ]; do sleep 0.05; done", update: "true" } }
  note: { type: local/file, dependsOn: gate, spec: { path: note.txt, content: ${content} } }
`

test('on a terminal, a save during a deployment is told, and planned once it has ended', { skip }, async () => {
  const { own, code, pressed, text } = await pressing('saved', gated('one'), [
    [/q ends\s*$/, 'a'],
    [/gate creating/, (folderOfIt) => writeFileSync(join(folderOfIt, 'note.blueprint.yaml'), gated('two'))],
    [
      /changed: note\.blueprint\.yaml; it is planned once this deployment has ended/,
      (folderOfIt) => writeFileSync(join(folderOfIt, 'go'), ''),
    ],
    [/note is up: 2 created[^]*changed: note\.blueprint\.yaml[^]*q ends\s*$/, 'q'],
  ])
  assert.deepEqual([code, pressed], [0, 4], text)
  assert.equal(readFileSync(join(own, 'note.txt'), 'utf8'), 'one', text)
})
