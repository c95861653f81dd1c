// test:rest: it packs and publishes all packages, and npm fetches the rest from the network
/**
 * docs/guides/publish-a-plugin.md, word for word: every command in a shell, every file as it stands there. A small registry of ours
 * has Slipway's packages as they are published, and what the guide publishes. Skipped where npm reaches no registry for the rest.
 */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startRegistry, type Registry } from '../npm/registry.ts'
import { packedPackages } from '../published/packed.ts'

const workspace = join(import.meta.dirname, '../..')
const base = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-publish-')))
after(() => rmSync(base, { recursive: true, force: true }))

/** Settings of npm, with one cache for all users in the test, so that npm fetches each package only once. */
const quietly = `cache=${join(base, 'cache')}\naudit=false\nfund=false\nupdate-notifier=false\n`

interface Step {
  readonly heading: string
  readonly language: string
  readonly code: string
}

function stepsOf(guide: string): readonly Step[] {
  const [, ...sections] = readFileSync(join(workspace, 'docs/guides', guide), 'utf8').split(/^## /m)
  return sections.flatMap((section) => {
    const [heading = ''] = section.split('\n')
    const fences = section.matchAll(/^```(\w+)\n([^]*?)^```$/gm)
    return Array.from(fences, ([, language = '', code = '']) => ({ heading, language, code }))
  })
}

/** A user with a machine of their own: a home and a current folder. Nothing of this workspace is on it. */
class Person {
  readonly said: string[] = []
  readonly #home: string
  readonly #env: NodeJS.ProcessEnv
  folder: string

  constructor(name: string, config: string) {
    this.#home = join(base, name)
    this.folder = join(this.#home, 'empty')
    mkdirSync(this.folder, { recursive: true })
    writeFileSync(join(this.#home, '.npmrc'), `${config}${quietly}`)
    this.#env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: this.#home, NO_COLOR: '1', TMPDIR: base }
  }

  async follow({ heading, language, code }: Step): Promise<void> {
    if (language === 'sh') return await this.#type(code)
    const [, file] = /^# (\S+)$/m.exec(code) ?? []
    assert.ok(file !== undefined, `a file of "${heading}" does not say its name`)
    writeFileSync(join(this.folder, file), code)
  }

  /** Runs asynchronously: the registry that the commands ask is in this process. */
  async #type(commands: string): Promise<void> {
    const place = join(this.#home, 'place')
    const shell = spawn('/bin/sh', ['-euc', `${commands}\npwd >'${place}'`], {
      cwd: this.folder,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = Promise.all([shell.stdout.toArray(), shell.stderr.toArray()])
    const [code] = (await once(shell, 'close')) as [number | null]
    const text = (await said).map((chunks) => Buffer.concat(chunks as Buffer[]).toString()).join('')
    assert.equal(code, 0, `${commands}\n${text}`)
    this.said.push(text)
    this.folder = readFileSync(place, 'utf8').trim()
  }
}

/** Publishes the packages that `npm run pack` writes: one through npm, and the others as npm would, since npm takes two seconds for each. */
async function publishSlipway(registry: Registry): Promise<void> {
  const publisher = new Person('slipway', registry.config)
  for (const file of await packedPackages()) {
    if (!/\/slipway-\d/.test(file)) registry.take(file)
    else await publisher.follow({ heading: '', language: 'sh', code: `npm publish --loglevel=error '${file}'\n` })
  }
}

/** The reason why only packages published here can be installed. */
function missing(): string | undefined {
  const { status } = spawnSync('npm', ['view', 'esbuild', 'version'], { cwd: base, encoding: 'utf8', timeout: 60_000 })
  return status === 0 ? undefined : 'npm reaches no registry'
}

test('the guide leads from an empty folder to a plugin on another user’s machine', { timeout: 900_000 }, async (t) => {
  const lack = missing()
  if (lack !== undefined) return t.skip(lack)
  const elsewhere = spawnSync('npm', ['config', 'get', 'registry'], { cwd: base, encoding: 'utf8' }).stdout.trim()
  const registry = await startRegistry(elsewhere.replace(/\/?$/, '/'), (name) => /^(?:@slipway\/|slipway)/.test(name))
  t.after(() => registry.close())
  await publishSlipway(registry)
  const author = new Person('author', registry.config)
  const stranger = new Person('stranger', `registry=${registry.url}\n`)
  const steps = stepsOf('publish-a-plugin.md')
  assert.deepEqual([...new Set(steps.map(({ heading }) => heading))], ['Begin', 'Pack it', 'Publish it', 'Use it'])
  for (const step of steps) await (step.heading === 'Use it' ? stranger : author).follow(step)
  assert.deepEqual(registry.published.slice(-2), ['slipway-plugin-signal@0.1.0', 'slipway-plugin-signal@0.1.1'])
  assert.deepEqual(registry.refused, [])

  const typed = author.said.join('')
  assert.match(typed, /signal\/note: is destroyed/)
  // The content of a package, as npm lists it.
  for (const file of ['LICENSE', 'README.md', 'dist/plugin', 'package.json'])
    assert.match(typed, new RegExp(`npm notice .*B ${file}\n`))
  assert.match(typed, /npm notice total files: 4\n/)
  assert.match(typed, /acme\/signal +0\.1\.0 +provider .*shop\/node_modules\/slipway-plugin-signal\/dist\/plugin\n/)

  const [sign = ''] = globSync('signs/*.md', { cwd: stranger.folder })
  assert.equal(readFileSync(join(stranger.folder, sign), 'utf8'), '# Open\n\nCome in.')
  assert.match(
    stranger.said.join(''),
    /acme\/signal +0\.1\.1 +provider .*empty\/node_modules\/slipway-plugin-signal\/dist\/plugin\n/,
  )
  // The plugin is one package, and needs no other package.
  const plugin = join(stranger.folder, 'node_modules/slipway-plugin-signal')
  const { dependencies = {} } = JSON.parse(readFileSync(join(plugin, 'package.json'), 'utf8')) as {
    dependencies?: object
  }
  assert.deepEqual([Object.keys(dependencies), existsSync(join(plugin, 'node_modules'))], [[], false])
})
