import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { test } from '../../../../test/cases.ts'

const script = join(import.meta.dirname, '../testing/installing/installing-child.ts')

async function installAtOnce(t: TestContext, count: number): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'slipway-many-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  const children: ChildProcess[] = []
  t.after(() => children.forEach((child) => child.kill('SIGKILL')))
  for (let batch = 0; batch < count / 5; batch++) {
    const started = Array.from({ length: 5 }, () =>
      spawn(process.execPath, [script, root, 'near'], {
        stdio: ['pipe', 'pipe', 'inherit'],
        // All children load the same code, so Node's compile cache helps the next one.
        env: { NODE_COMPILE_CACHE: join(root, 'compiled'), ...process.env },
      }),
    )
    children.push(...started)
    await Promise.all(started.map((child) => once(child.stdout, 'data')))
  }
  const ends = await Promise.all(
    children.map(async (child) => {
      const said: string[] = []
      child.stdout?.setEncoding('utf8').on('data', (text: string) => said.push(text))
      const end = once(child, 'close')
      child.stdin?.write('go\n')
      const [code] = (await end) as [number]
      return `${code} ${said.join('')}`
    }),
  )
  assert.deepEqual(
    ends.filter((end) => !/^0 (installed|resumed|present), ran [01]\n$/.test(end)),
    [],
  )
  assert.equal(ends.filter((end) => end.includes('ran 1')).length, 1)
  assert.deepEqual(readFileSync(join(root, 'downloads'), 'utf8').split('\n').toSorted(), ['', 'far', 'near'])
  assert.deepEqual(readdirSync(join(root, 'plugins')), ['resource-far-v1.0.0', 'resource-near-v1.0.0'])
}

for (const count of [10, 50])
  test(`${count} processes that want one plugin download it once, and all succeed`, (t) => installAtOnce(t, count))
