import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { stackProgram } from '../core-plugins.ts'
import type { Resources } from '../inline/resources.ts'
import { StackProcess } from './stack-process.ts'
import { startStack } from './start-stack.ts'
import { compiled } from '../../../../test/compiled.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-stack-output-')))
after(() => rmSync(root, { recursive: true, force: true }))

const nobody = (): Promise<never> => Promise.reject(new Error('there are no resources'))
const resources: Resources = {
  names: new Set(),
  missing: new Set(),
  has: () => false,
  ask: nobody,
  read: nobody,
  field: nobody,
  end: () => undefined,
}

interface Begun {
  readonly stack: StackProcess
  readonly child: ChildProcess
  readonly lines: readonly string[]
  readonly notices: readonly string[]
  readonly stop: AbortController
  /** Runs the function, and resolves to its error. */
  readonly run: () => Promise<unknown>
}

function begin(text: string, onLine: (line: string) => void = () => undefined): Begun {
  const file = join(root, 'a.stack.ts')
  writeFileSync(file, text)
  const place = { file, program: stackProgram(), env: { ...compiled, PATH: process.env['PATH'], HOME: root } }
  const child = startStack(place)
  const stack = new StackProcess(place, child)
  const [lines, notices]: [string[], string[]] = [[], []]
  const stop = new AbortController()
  stack.load({
    onLine: (line) => {
      lines.push(line)
      onLine(line)
    },
    onNotice: (sentence) => notices.push(sentence),
  })
  const run = async (): Promise<unknown> => {
    try {
      await stack.loaded()
      const clock = { sleep: (ms: number) => sleep(ms) }
      const about = { instance: 'a', isPlan: false, resources, stop: stop.signal, warn: () => undefined, clock }
      await stack.listen({ ...about, isAnythingGoing: () => false }).run()
      return undefined
    } catch (thrown) {
      return thrown
    }
  }
  return { stack, child, lines, notices, stop, run }
}

/** More than the pipes between two processes hold. */
const much =
  "for (let i = 0; i < 10_000; i++) console.log(i, 'x'.repeat(200)); console.error('trouble'); console.log('last');"

describe('what a stack prints before its end arrives whole, and before the news of the end', () => {
  const endings: Readonly<Record<string, readonly [text: string, end: RegExp]>> = {
    'the function returns': [`export default () => { ${much} }`, /^undefined$/],
    'the function throws': [`export default () => { ${much} throw new Error('enough') }`, /enough/],
    'the function ends the process': [`export default () => { ${much} process.exit(3) }`, /exit code 3/],
    'a timer throws': [
      `export default () => new Promise(() => setTimeout(() => { ${much} throw new Error('late') }))`,
      /late/,
    ],
    'the process is killed': [`export default () => { ${much} process.kill(process.pid, 'SIGKILL') }`, /SIGKILL/],
  }
  for (const [situation, [text, end]] of Object.entries(endings))
    test(situation, async () => {
      const { stack, lines, run } = begin(text)
      assert.match(String(await run()), end)
      assert.equal(lines.length, 10_002)
      assert.ok(lines.includes('last'))
      assert.ok(lines.includes('trouble'))
      await stack.close()
      assert.equal(lines.length, 10_002)
    })

  test('the module throws', async () => {
    const { stack, lines, run } = begin(`${much} throw new Error('enough')`)
    assert.match(String(await run()), /enough/)
    await stack.close()
    assert.equal(lines.length, 10_002)
    assert.ok(lines.includes('last'))
  })
})

describe('a stack that prints', () => {
  test('without end is ended', async () => {
    const printed = Promise.withResolvers<void>()
    const { stack, child, run } = begin("export default () => { for (;;) console.log('again') }", () =>
      printed.resolve(),
    )
    void run()
    await printed.promise
    await stack.close()
    assert.equal(child.signalCode, 'SIGKILL')
  })

  test('and leaves a process running does not keep Slipway waiting for the output of that process', async () => {
    const { stack, child, lines, run } = begin(`import { spawn } from 'node:child_process'
export default () => {
  const { pid } = spawn('sleep', ['600'], { detached: true, stdio: 'inherit' })
  console.log(pid)
}`)
    assert.equal(await run(), undefined)
    await stack.close()
    process.kill(Number(lines[0]), 'SIGKILL')
    assert.ok(child.stdout?.destroyed)
  })

  test('secrets shows none of them, also in the messages of its checks', async () => {
    const { stack, lines } = begin(`export default (s) => {
  console.log('the token is sesame')
  process.stderr.write('sesame without a line break')
  s.check('open', false, 'not with sesame')
}`)
    stack.redact = (text) => text.replaceAll('sesame', '(secret)')
    await stack.loaded()
    const about = { instance: 'a', isPlan: false, resources, stop: new AbortController().signal, warn: () => undefined }
    const heard = stack.listen({ ...about, clock: { sleep: (ms) => sleep(ms) }, isAnythingGoing: () => false })
    await heard.run()
    const [check] = await heard.checks(10_000)
    assert.equal(check?.message, 'not with (secret)')
    heard.end()
    await stack.close()
    assert.deepEqual(lines.toSorted(), ['(secret) without a line break', 'the token is (secret)'])
  })
})

describe('a run that the user stops', () => {
  test('says nothing of the timer that its function waits for', async () => {
    const printed = Promise.withResolvers<void>()
    const text = "export default async () => { console.log('waits'); await new Promise((r) => setTimeout(r, 600_000)) }"
    const { stack, notices, stop, run } = begin(text, () => printed.resolve())
    void run()
    await printed.promise
    stop.abort()
    await stack.close()
    assert.deepEqual(notices, [])
  })
})
