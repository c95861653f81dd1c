import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { shellHook, sleeper, TestNode, type WrittenManifest } from '../testing/test-node.ts'

/** A hook with one process for all moments, which it counts. */
function resident(node: TestNode, more: string, id = 'resident'): WrittenManifest {
  const program = `
    const { createInterface } = require('node:readline')
    let calls = 0
    createInterface({ input: process.stdin }).on('line', (line) => {
      const told = JSON.parse(line)
      calls++
      require('node:fs').appendFileSync(${JSON.stringify(join(node.root, 'calls'))}, process.pid + ' ' + told.moment + '\\n')
      ${more}
      console.log(JSON.stringify({ call: told.call, ok: true, result: { calls, pod: told.pod } }))
    })`
  const file = node.file(`${id}.cjs`, program)
  const command = [process.execPath, file]
  return {
    id,
    launchables: { main: { type: 'command', command } },
    hook: { resident: true, timeoutMs: 60_000 },
  }
}

const pidsIn = (node: TestNode): readonly number[] => [
  ...new Set(readFileSync(join(node.root, 'calls'), 'utf8').match(/^\d+/gm)?.map(Number)),
]

/**
 * This refusal is many times as long as a line may be. A reader that kept the line whole would take it for the answer. `LineSplitter`
 * limits the length of a line.
 */
const floodBytes = 2 << 20

const isThere = (pid: number): boolean => existsSync(`/proc/${pid}/exe`)

describe('a resident hook', { skip: process.platform !== 'linux' }, () => {
  test('is one process for all moments, and ends with the preparer', async (context) => {
    const node = await TestNode.start(context)
    await node.schedule(resident(node, ''), 'hook')
    await node.becomes('resident', 'running')
    await node.schedule(sleeper('web', 'one'))
    await node.becomes('web', 'running')
    const runs = await node.audit()
    assert.deepEqual(
      runs.map(({ moment, exit, result }) => [moment, exit, result]),
      ['before_install', 'after_install', 'before_launch', 'after_launch'].map((moment, index) => [
        moment,
        0,
        { calls: index + 1, pod: 'web' },
      ]),
    )
    const [pid = 0, ...others] = pidsIn(node)
    assert.deepEqual(others, [])
    assert.ok(isThere(pid))
    await node.stop()
    assert.equal(isThere(pid), false)
  })

  test('that dies, or never answers, is reported in the audit and restarted; the deploy goes on', async (context) => {
    const node = await TestNode.start(context)
    // Only the hook that never answers has little time: the other one has to start in its time.
    const dying = resident(node, `if (told.moment === 'before_install') process.exit(4)`, 'dying')
    const silent = resident(node, 'return', 'silent')
    const moments = ['before_install', 'after_install']
    await node.schedule({ ...dying, hook: { resident: true, timeoutMs: 60_000, moments } }, 'hook')
    await node.schedule({ ...silent, hook: { resident: true, timeoutMs: 500, moments: ['before_launch'] } }, 'hook')
    for (const id of ['dying', 'silent']) await node.becomes(id, 'running')
    await node.schedule(sleeper('web', 'one'))
    assert.equal((await node.becomes('web', 'running')).attempts, 1)
    const problems = (await node.audit()).map(({ moment, problem }) => [moment, problem])
    assert.deepEqual(problems, [
      ['before_install', 'it exited with code 4'],
      ['after_install', undefined],
      ['before_launch', 'not finished within 0.5 s'],
    ])
    assert.ok(pidsIn(node).length >= 2)
  })

  test('that says too much is read as far as there is room', async (context) => {
    const node = await TestNode.start(context)
    const deep = `'{"call":' + told.call + ',"ok":true,"result":' + '['.repeat(30000) + ']'.repeat(30000) + '}'`
    const more = `if (told.moment === 'before_install') { console.log('{"call":' + told.call + ',"ok":false,"message":"' + 'x'.repeat(${floodBytes}) + '"}') }
      if (told.moment === 'after_install') { console.log(${deep}); return }
      if (told.moment === 'before_launch') told.pod = 'y'.repeat(70000)`
    await node.schedule(resident(node, more), 'hook')
    await node.becomes('resident', 'running')
    await node.schedule(sleeper('web', 'one'))
    assert.equal((await node.becomes('web', 'running')).attempts, 1)
    const runs = (await node.audit()).filter(({ pod }) => pod === 'web')
    assert.ok(runs.every(({ output = '' }) => Buffer.byteLength(output) <= 4096))
    assert.deepEqual(
      runs.map(({ exit, result }) => [exit, result !== undefined]),
      [
        [0, true],
        [0, false],
        [0, false],
        [0, true],
      ],
    )
  })
})

test('a one-shot hook may print unprintable text; the deploy goes on', async (context) => {
  const node = await TestNode.start(context)
  const deep = `printf '{"a":'; head -c 30000 /dev/zero | tr '\\0' '['; head -c 30000 /dev/zero | tr '\\0' ']'; echo '}'`
  await node.schedule(shellHook('deep', deep, { moments: ['before_install'] }), 'hook')
  await node.becomes('deep', 'running')
  await node.schedule(sleeper('web', 'one'))
  assert.equal((await node.becomes('web', 'running')).attempts, 1)
  const { exit, result } = (await node.audit()).find(({ pod }) => pod === 'web') ?? {}
  assert.deepEqual([exit, result], [0, undefined])
})
