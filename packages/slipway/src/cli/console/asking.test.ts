import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'

const launcher = new URL('../../../bin/slipway', import.meta.url).pathname

const blueprint = `version: 2025-11-02
variables:
  size: { type: string, allowedValues: [small, large], description: How big. }
  bytes: { type: integer }
  pin: { type: integer, secret: true }
resources:
  a: { type: random/id, spec: { byteLength: "\${variables.bytes}" } }
`

// `script` gives a command a terminal.
const skip = spawnSync('script', ['--version']).status === 0 ? false : 'needs script, of util-linux'

test('an impossible answer is asked for again, with the reason', { skip }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-asking-'))
  try {
    writeFileSync(join(folder, 'a.blueprint.yaml'), blueprint)
    const { code, text } = await answering(folder, [
      ['size (small | large): ', 'larg'],
      ['did you mean "large"?\nHow big.\nsize (small | large): ', 'large'],
      ['bytes (integer): ', 'many'],
      ['bytes must be of the type integer\nbytes (integer): ', '4'],
      ['pin (integer): ', 'hush'],
      ['pin must be of the type integer\npin (integer): ', '4711'],
    ])
    assert.equal(code, 0, text)
    assert.match(text, /Plan for a: 1 to create/)
    assert.doesNotMatch(text, /hush|4711/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

const answersPasted = async (answers: Parameters<typeof answering>[1], command?: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-pasting-'))
  try {
    writeFileSync(join(folder, 'a.blueprint.yaml'), blueprint)
    return await answering(folder, answers, command)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test(
  'answers that are pasted together answer one question each, and a secret among them is hidden',
  { skip },
  async () => {
    const { code, text } = await answersPasted([['size (small | large): ', 'large\n4\n4711']])
    assert.equal(code, 0, text)
    assert.match(text, /Plan for a: 1 to create/)
    assert.doesNotMatch(text, /4711/)
  },
)

test('after an impossible answer, the rest of the pasted text is dropped', { skip }, async () => {
  const { code, text } = await answersPasted([
    ['size (small | large): ', 'medium\n4\n4711'],
    ['size (small | large): ', 'small'],
    ['bytes (integer): ', '4\n12'],
  ])
  assert.equal(code, 0, text)
})

test('nobody agrees to a plan before it is shown', { skip }, async () => {
  const { code, text } = await answersPasted(
    [
      ['size (small | large): ', 'large\n4\n4711\ny'],
      ['Deploy this to a? [y/N] ', 'n'],
    ],
    'up',
  )
  assert.equal(code, 1, text)
  assert.match(text, /Nothing was changed/)
})

test('slipway new asks what, and in which folder', { skip }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-asking-new-'))
  try {
    const answers = [
      ['One of these [stack]: ', 'blueprint'],
      ['In which new folder? [my-blueprint]: ', 'mine'],
    ] as const
    const { code, text } = await answering(folder, answers, 'new --no-install')
    assert.equal(code, 0, text)
    assert.equal(existsSync(join(folder, 'mine/site.blueprint.yaml')), true)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Answers each question when it appears at the end of the output. */
async function answering(
  cwd: string,
  answers: readonly (readonly [question: string, answer: string])[],
  command = 'plan',
): Promise<{ readonly code: unknown; readonly text: string }> {
  const env = { ...process.env, CI: undefined, NODE_TEST_CONTEXT: undefined, XDG_STATE_HOME: join(cwd, 'state') }
  const args = ['--quiet', '--return', '--command', `"${launcher}" ${command}`, '/dev/null']
  // If the question never comes, the process is ended and the test fails.
  const child = spawn('script', args, { cwd, env, timeout: 300_000 })
  const left = [...answers]
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    const shown = plain(text)
    const [next] = left
    if (next === undefined || !shown.endsWith(next[0])) return
    left.shift()
    child.stdin.write(`${next[1]}\n`)
  })
  const [code] = (await once(child, 'close')) as [unknown]
  return { code, text: plain(text) }
}

function plain(text: string): string {
  return stripVTControlCharacters(text).replaceAll('\r', '')
}
