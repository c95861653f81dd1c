// test:rest: more cases of what program.test.ts shows
/** A plugin of Pulumi, one of the deploy engine in Go and one of our own in TypeScript; each reads values of another. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '../../cases.ts'
import { machine } from '../../plugins/machine.ts'
import { randomOf } from '../../soak/random.ts'
import { buildGopher, type Gopher, skipWithoutGo } from '../go/build.ts'
import { alone } from './bare-machine.ts'
import { skip } from './machine.ts'
import { suite } from '../needs.ts'

const slipway = join(import.meta.dirname, '../../../node_modules/.bin/slipway')
const chains = 3

/** More of these runs: SLIPWAY_TOGETHER_SEED=1 SLIPWAY_TOGETHER_RUNS=100 npm run test:one -- FILE. */
const seed = Number(process.env['SLIPWAY_TOGETHER_SEED'] ?? 4711)
const kills = Number(process.env['SLIPWAY_TOGETHER_RUNS'] ?? 3)

function blueprint(): string {
  const links = Array.from(
    { length: chains },
    (_, at) => `  first${at}:
    type: local/file
    spec: { path: first${at}.txt, content: first ${at} }
  page${at}:
    type: "bare:index:Page"
    spec: { text: "page ${at} of \${resources.first${at}.spec.path}" }
  home${at}:
    type: gopher/burrow
    spec: { name: "\${resources.page${at}.spec.id}", path: home${at}.txt }
  last${at}:
    type: local/file
    spec: { path: last${at}.txt, content: "\${resources.home${at}.spec.id}" }
`,
  )
  return `version: 2025-11-02\nresources:\n${links.join('')}`
}

suite('plugins of all dialects in one blueprint', { skip: skip || skipWithoutGo, timeout: 600_000 }, () => {
  let gopher: Gopher
  before(async () => {
    gopher = await buildGopher()
  })

  function everything(t: TestContext) {
    const box = machine(t)
    box.install(gopher.file, 'interop/gopher')
    const folder = join(box.home, '.pulumi/plugins/resource-bare-v3.1.4')
    mkdirSync(folder, { recursive: true })
    alone('bare.cjs', 'bare')(folder)
    box.write('all.blueprint.yaml', blueprint())
    const book = join(box.folder, 'pages.json')
    const env = { ...box.env, BARE_BOOK: book }
    const pages = (): Readonly<Record<string, { readonly text: string }>> =>
      existsSync(book) ? JSON.parse(readFileSync(book, 'utf8')) : {}
    const files = () => readdirSync(box.folder).filter((name) => name.endsWith('.txt'))
    return {
      pages,
      files,
      up: (...more: string[]) => box.slipway(['up --yes', ...more].join(' '), { BARE_BOOK: book }),
      destroy: () => box.slipway('destroy --yes', { BARE_BOOK: book }),
      /** The outcome for a page or a home, in the form of `--settle`. */
      found: (name: string): string => {
        if (name.startsWith('home')) return files().includes(`${name}.txt`) ? 'exists' : 'missing'
        const [id] = Object.entries(pages()).find(([, { text }]) => text.startsWith(`page ${name.slice(4)} `)) ?? []
        return id === undefined ? 'missing' : `exists:${id}`
      },
      upKilledAfter: async (ms: number): Promise<void> => {
        const engine = spawn(slipway, ['up', '--yes'], { cwd: box.folder, env, stdio: 'ignore' })
        const ended = once(engine, 'exit')
        await Promise.race([sleep(ms), ended])
        engine.kill('SIGKILL')
        await ended
        assert.deepEqual(await box.processesLeft(), [])
      },
    }
  }

  for (let run = 0; run < kills; run++)
    test(`killed at a random moment, nothing is lost and nothing is made twice (seed ${seed + run})`, async (t) => {
      const random = randomOf(seed + run)
      const { up, destroy, pages, files, found, upKilledAfter } = everything(t)
      for (let kill = 0; kill < 3; kill++) await upKilledAfter(random.between(0, 2500))
      let ended = await up()
      // The provider that looks for an interrupted resource settles it: for pages in the book, for homes in the folder.
      const hints = ended.stderr.split('\n').filter((line) => line.includes('--settle '))
      const doubtful = new Set(hints.flatMap((hint) => hint.match(/\b(?:page|home)\d\b/g) ?? []))
      if (doubtful.size > 0) ended = await up(...Array.from(doubtful, (name) => `--settle ${name}=${found(name)}`))
      assert.equal(ended.code, 0, ended.stderr)
      const texts = Object.values(pages()).map(({ text }) => text)
      assert.deepEqual(
        texts.toSorted(),
        Array.from({ length: chains }, (_, at) => `page ${at} of first${at}.txt`),
      )
      assert.equal(files().length, 3 * chains)
      assert.match((await up()).stderr, /Nothing to do/)
      assert.equal((await destroy()).code, 0)
      assert.deepEqual([pages(), files()], [{}, []])
    })
})
