// test:rest: more cases of what program.test.ts shows
/** A Pulumi plugin, a Go plugin of the deploy engine and a TypeScript plugin of our own; each reads values of another. */
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

/** To run more of them: SLIPWAY_TOGETHER_SEED=1 SLIPWAY_TOGETHER_RUNS=100 npm run test:one -- FILE. */
const seed = Number(process.env['SLIPWAY_TOGETHER_SEED'] ?? 4711)
const kills = Number(process.env['SLIPWAY_TOGETHER_RUNS'] ?? 2)

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
      /** Looks up the outcome for a page or a home, in the form of `--settle`. */
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
    test(`lose nothing and create nothing twice after a kill at a random moment (seed ${seed + run})`, async (t) => {
      const random = randomOf(seed + run)
      const { up, destroy, pages, files, found, upKilledAfter } = everything(t)
      for (let kill = 0; kill < 3; kill++) await upKilledAfter(random.between(0, 2500))
      let ended = await up()
      // Interrupted resources whose provider can look them up are settled that way: pages in the book, homes in the folder.
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
