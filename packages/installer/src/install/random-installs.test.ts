import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '../../../../test/cases.ts'
import fc from 'fast-check'
import { Failure } from '@slipway/model'
import { realDisk } from '../store/disk.ts'
import { quiet } from '../testing/installing/crash-scenes.ts'
import { type FakePlugin, wanted } from '../testing/fake-plugins.ts'
import { dyingDisk, fullDisk } from '../testing/disks/hooked-disk.ts'
import { treeText } from '../testing/disks/tree-text.ts'
import { worldAt, type WorldOptions } from '../testing/world.ts'

/** Each plugin may need those that come after it. */
const graph: fc.Arbitrary<readonly FakePlugin[]> = fc
  .array(
    fc.record({ isSources: fc.boolean(), hasDependencies: fc.boolean(), needs: fc.array(fc.nat(4), { maxLength: 2 }) }),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((drawn) =>
    drawn.map(({ needs, ...more }, index) => ({
      ...more,
      name: `p${index}`,
      version: '1.0.0',
      needs: [...new Set(needs)]
        .map((by) => index + 1 + by)
        .filter((other) => other < drawn.length)
        .map((other) => `p${other}@1.0.0`),
    })),
  )

const source: fc.Arbitrary<WorldOptions> = fc.record({
  as: fc.constantFrom('archive' as const, 'folder' as const),
  isSilent: fc.boolean(),
})

type Fault = { readonly kind: 'none' | 'dies' | 'full' | 'refuses' | 'cancelled'; readonly at: number }

const fault: fc.Arbitrary<Fault> = fc.record({
  kind: fc.constantFrom('none', 'dies', 'full', 'refuses', 'cancelled'),
  at: fc.integer({ min: 1, max: 90 }),
})

/** Returns the world options for a fault in one attempt. */
function faulty({ kind, at }: Fault): WorldOptions {
  const control = new AbortController()
  let fetched = 0
  const beforeFetch = (): void => {
    if (++fetched !== 1 + (at % 3)) return
    if (kind === 'refuses') throw new Failure('install/unreachable', 'the server went away')
    if (kind === 'cancelled') control.abort()
  }
  const disk = quiet(realDisk)
  return {
    disk: kind === 'dies' ? dyingDisk(disk, at) : kind === 'full' ? fullDisk(disk, at) : disk,
    beforeFetch,
    ...(kind === 'cancelled' && { signal: control.signal }),
  }
}

for (const runs of [30, 120])
  test(`${runs} random graphs, sources and faults end like installs without faults`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'slipway-random-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        graph,
        source,
        fc.array(fault, { minLength: 1, maxLength: 3 }),
        async (plugins, options, faults) => {
          const [clean, root] = [join(folder, `${run}-clean`), join(folder, `${run++}`)]
          const all = plugins.map(({ name }) => wanted(`${name}@1.0.0`))
          const install = (at: string, more: WorldOptions) =>
            worldAt(at, plugins, { ...options, disk: quiet(realDisk), ...more }).installer.install(all)
          await install(clean, {})
          for (const each of faults) await install(root, faulty(each)).catch(() => {})
          const outcomes = await install(root, {})
          assert.deepEqual(
            outcomes.flatMap(({ failure }) => failure ?? []),
            [],
          )
          assert.equal(treeText(join(root, 'plugins')), treeText(join(clean, 'plugins')))
          const left = readdirSync(join(root, 'store')).flatMap((name) => readdirSync(join(root, 'store', name)))
          assert.deepEqual(
            left.filter((name) => name.startsWith('.')),
            [],
          )
          for (const each of [clean, root]) rmSync(each, { recursive: true })
        },
      ),
      { numRuns: runs, seed: 39 },
    )
  })
