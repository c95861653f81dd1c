import { describe, test } from '../../../../test/cases.ts'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before } from 'node:test'
import { everySource, type EverySource } from '../testing/installing/every-source.ts'
import { sharedFolder, stoppedAtEnd } from '../testing/for-the-file.ts'
import { installAll, installerAt } from '../testing/installing/install-all.ts'
import { treeText } from '../testing/disks/tree-text.ts'
import { steps } from './steps.ts'

/** The sources whose archives are on this machine. */
const local = ['archive', 'mirror']

const child = join(import.meta.dirname, '../testing/installing/every-source-child.ts')
const folder = sharedFolder('killed-sources')
const stopped = stoppedAtEnd()

describe('a process that installs from every source at once', () => {
  let every: EverySource
  /** The complete plugins, keyed by the name of the plugin's folder. */
  const whole = new Map<string, string>()

  before(async () => {
    every = stopped(await everySource(join(folder, 'files')))
    const root = join(folder, 'whole')
    assert.deepEqual(failuresIn(await installAll(root, every.sources)), [])
    const plugins = join(root, 'plugins')
    for (const name of readdirSync(plugins)) whole.set(name, treeText(join(plugins, name)))
    assert.equal(whole.size, every.sources.length)
  })

  /** Clears the recorded requests; `since` returns which ranges of each archive were requested after that. */
  function askedFor(): { readonly since: () => readonly (readonly [source: string, ranges: readonly unknown[]])[] } {
    for (const { server } of every.assets.values()) server.requests.length = 0
    return {
      since: () =>
        [...every.assets].map(([name, { server, path }]) => [
          name,
          server.requests.filter((request) => request.path === path).map(({ headers }) => headers.range ?? 'all'),
        ]),
    }
  }

  async function kill(root: string, failpoint: string): Promise<void> {
    mkdirSync(root)
    writeFileSync(join(root, 'sources.json'), JSON.stringify(every.sources))
    const env = { ...process.env, SLIPWAY_FAILPOINT: failpoint, NODE_COMPILE_CACHE: join(folder, 'compiled') }
    const [, signal] = await once(spawn(process.execPath, [child, root], { env, stdio: 'inherit' }), 'exit')
    assert.equal(signal, 'SIGKILL')
  }

  /** Asserts that no plugin is torn, that the next run installs all of them, and that prune leaves nothing that no plugin needs. */
  async function assertHeals(root: string): Promise<void> {
    const plugins = join(root, 'plugins')
    for (const [name, text] of whole) {
      const place = join(plugins, name)
      if (existsSync(place) && !existsSync(`${place}.partial`)) assert.equal(treeText(place), text, `${name} is torn`)
    }
    assert.deepEqual(failuresIn(await installAll(root, every.sources)), [])
    assert.deepEqual(readdirSync(plugins), [...whole.keys()].toSorted())
    for (const [name, text] of whole) assert.equal(treeText(join(plugins, name)), text)
    await installerAt(root, every.sources).prune()
    const left = (name: string): readonly string[] => readdirSync(join(root, 'store', name))
    const digests = (name: string): ReadonlySet<string> => new Set(left(name).map((file) => file.replace(/\..*$/, '')))
    assert.deepEqual(left('downloads'), [])
    assert.equal(digests('trees').size, whole.size)
    assert.equal(digests('archives').size, every.assets.size + local.length)
    assert.equal(left('installed').length, 2 * whole.size)
  }

  for (const step of [...steps.map((each) => each.step), 'tidy'])
    test(`and is killed before ${step} continues from its files`, async () => {
      const root = join(folder, step)
      const asked = askedFor()
      await kill(root, `${step}:${every.sources.length}`)
      await assertHeals(root)
      for (const [name, ranges] of asked.since()) assert.deepEqual(ranges, ['all'], `${name} is downloaded once`)
    })

  for (const bytes of [1, 50_000])
    test(`and is killed after ${bytes} bytes of each download requests the rest`, async () => {
      const root = join(folder, `bytes-${bytes}`)
      const asked = askedFor()
      const slow = (pace: { readonly bytes: number; readonly milliseconds: number } | undefined): void => {
        for (const { server, path, body } of every.assets.values())
          server.put(path, { body, etag: '"1"', ...(pace !== undefined && { pace }) })
      }
      slow({ bytes: 50_000, milliseconds: 4000 })
      await kill(root, `bytes-${bytes}:${every.assets.size + local.length}`)
      slow(undefined)
      await assertHeals(root)
      for (const [name, ranges] of asked.since()) assert.match(ranges.join(), /^all,bytes=[1-9]\d*-$/, name)
    })
})

function failuresIn(outcomes: Awaited<ReturnType<typeof installAll>>): readonly unknown[] {
  return outcomes.flatMap(({ failure }) => failure ?? [])
}
