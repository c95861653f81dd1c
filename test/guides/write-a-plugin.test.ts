/** The guide for authors of plugins, step by step: outside of the workspace, with the code on the page. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { runNow } from '../ledger/command.ts'
import { codeBlocks } from './code-blocks.ts'

const workspace = join(import.meta.dirname, '../..')
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-guide-')))
after(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, text: string): string {
  const file = join(folder, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

/** Does the same as the guide's `npm install`. */
function install(...names: readonly string[]): void {
  mkdirSync(join(folder, 'node_modules/@slipway'), { recursive: true })
  for (const name of names)
    symlinkSync(realpathSync(join(workspace, 'node_modules', name)), join(folder, 'node_modules', name))
}

async function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = Promise.all([child.stdout.toArray(), child.stderr.toArray()])
  const [code] = (await once(child, 'close')) as [number | null]
  const [out, err] = (await said).map((chunks) => Buffer.concat(chunks as Buffer[]).toString())
  assert.equal(code, 0, `${command} ${args.join(' ')}: ${out}${err}`)
  return out ?? ''
}

interface Note {
  readonly tag: string
}

interface Service {
  readonly url: string
  readonly notes: ReadonlyMap<string, Note>
  readonly boards: ReadonlyMap<string, object>
}

interface Asked {
  readonly method: string | undefined
  readonly id: string
  readonly tag: string | null
  readonly idempotencyKey: string | undefined
  readonly body: string
}

/** Answers for notes. They hang on any board but `nowhere`, and have ids of the service's own; the same idempotency key gives the same note. */
function askNotes(notes: Map<string, Note>, { method, id, tag, idempotencyKey, body }: Asked): unknown {
  if (method === 'GET') {
    const found = [...notes].filter(([, note]) => note.tag === tag)
    return found.map(([known, note]) => Object.assign(note, { id: known }))
  }
  if (method === 'DELETE') return notes.delete(id)
  if (body.includes('"nowhere"')) return 'no such board'
  const known = [...notes].find(([, note]) => note.tag === idempotencyKey)?.[0]
  const given = id === '' ? (known ?? `n${notes.size + 1}`) : id
  notes.set(given, JSON.parse(body) as Note)
  return { id: given }
}

/** Answers for boards, which have names. Returns `undefined` if there is no such board, or if there is one already. */
function askBoards(boards: Map<string, object>, { method, id, body }: Asked): unknown {
  if (method === 'DELETE') return boards.delete(id)
  if (method === 'POST' && boards.has(id)) return undefined
  if (method !== 'GET') boards.set(id, Object.assign(JSON.parse(body) as object, { made: 'today' }))
  return boards.get(id)
}

/** The service that the guide's plugin calls. */
async function notesService(): Promise<Service> {
  const notes = new Map<string, Note>()
  const boards = new Map<string, object>()
  const server = createServer((request, response) => {
    const { method, headers } = request
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://notes')
    const [, kind, id = ''] = pathname.split('/')
    void request.toArray().then((chunks) => {
      if (headers.authorization !== 'letmein') return response.writeHead(401).end()
      const idempotencyKey = headers['idempotency-key']?.toString()
      const body = Buffer.concat(chunks as Buffer[]).toString()
      const asked = { method, id, tag: searchParams.get('tag'), idempotencyKey, body }
      const answer = kind === 'boards' ? askBoards(boards, asked) : askNotes(notes, asked)
      if (answer === 'no such board') return response.writeHead(404).end()
      if (answer === undefined) return response.writeHead(method === 'POST' ? 409 : 404).end()
      return response.end(JSON.stringify(answer))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, notes, boards }
}

/** Names that `more.ts` imports from the SDK. */
const fromSdk =
  'computed, defineAbstractLink, defineAbstractResource, defineDataSource, defineFunction, defineLink, reference, text'

test('a plugin written by the guide is tested, bundled, installed and used', async () => {
  const [plugin = '', trial = ''] = codeBlocks('guides/write-a-plugin.md', 'ts')
  const [exercisesFile = '', settings = '', blueprint = ''] = codeBlocks('guides/write-a-plugin.md', 'yaml')
  const [board = '', card = '', more = '', links = '', abstract = '', asking = '', exercises = ''] = codeBlocks(
    'reference/plugin-sdk.md',
    'ts',
  )
  const [moreExercises = '', transforms = '', upgrades = ''] = codeBlocks('reference/plugin-sdk.md', 'yaml')
  const { url, notes, boards } = await notesService()
  const given = `const url = ${JSON.stringify(url)}\nconst token = 'letmein'\n`
  install('zod', '@slipway/sdk', '@slipway/testkit')
  write('package.json', '{ "type": "module" }')
  chmodSync(write('plugin.ts', plugin), 0o755)
  write('provider.ts', plugin.replace(/^await serve\((.*)\)$/m, 'export const provider = $1'))
  write(
    'more.ts',
    `import * as z from 'zod'\nimport { ${fromSdk} } from '@slipway/sdk'\n${more}\n${links}\n${abstract.replace(/^await serve[^]*/m, '')}\n${asking}`,
  )
  write('trial.ts', given + trial)
  write('exercises.ts', given + exercises)
  for (const file of ['more.ts', 'trial.ts', 'exercises.ts']) await run(process.execPath, [file])

  const tested = async (name: string, code: string, asked: string): Promise<void> => {
    chmodSync(write(name, code), 0o755)
    write('exercises.yaml', asked.replace('http://127.0.0.1:9191', url))
    const slipway = join(workspace, 'node_modules/.bin/slipway')
    const said = await run(slipway, ['plugin', 'test', name, '--exercises', 'exercises.yaml'])
    assert.doesNotMatch(said, /^(FAIL|weak)/m)
  }
  await tested('plugin.ts', plugin, exercisesFile)
  const [refusal = ''] = moreExercises.split('dataSources:')
  await tested('plugin.ts', plugin, `${exercisesFile.split('exercises:')[0]}${refusal}`)
  const [imports = ''] = plugin.split('const config')
  const config = /^const config = [^]*?^}\)$/m.exec(plugin)?.[0] ?? ''
  const serving = `await serve(defineProvider({ id: 'acme/notes', version: '1.0.0', config, resources: [board] }))`
  const names = imports.replace('badInput,', 'badInput, refused, unexpected,').replace(', transient', '')
  const boardExercise = exercisesFile.replace(
    /exercises:[^]*/,
    'exercises: [{ type: notes/board, spec: { name: kitchen } }]',
  )
  await tested('board.ts', `${names}${config}\n${board}${serving}`, boardExercise)
  assert.deepEqual([notes.size, boards.size], [0, 0])
  const cards = `await serve(defineProvider({ id: 'acme/notes', version: '1.0.0', resources: [card] }))`
  const ofShops = `#!/usr/bin/env node\nimport * as z from 'zod'\nimport { computed, defineAbstractLink, defineAbstractResource, defineTransformer, reference, serve, text } from '@slipway/sdk'\n`
  const ofCards = `#!/usr/bin/env node\nimport * as z from 'zod'\nimport { computed, defineProvider, defineResource, serve } from '@slipway/sdk'\n`
  await tested('shops.ts', `${ofShops}${abstract}`, transforms)
  await tested('card.ts', `${ofCards}${card}${cards}`, upgrades)

  const installed = join(folder, 'plugins/providers/acme/notes/1.0.0/plugin')
  const esbuild = join(workspace, 'node_modules/.bin/esbuild')
  await run(esbuild, ['plugin.ts', '--bundle', '--platform=node', '--format=esm', '--minify', `--outfile=${installed}`])
  chmodSync(installed, 0o755)
  write('slipway.config.yaml', settings.replace('http://127.0.0.1:9191', url))
  write('wall.blueprint.yaml', blueprint)
  const slipway = (...args: readonly string[]) =>
    run(join(workspace, 'node_modules/.bin/slipway'), args, {
      CELERITY_DEPLOY_ENGINE_PLUGIN_PATH: join(folder, 'plugins'),
      XDG_CACHE_HOME: join(folder, 'cache'),
      XDG_CONFIG_HOME: join(folder, 'config'),
      NOTES_TOKEN: 'letmein',
    })
  await slipway('up', '--yes')
  assert.deepEqual(JSON.parse(await slipway('exports', '--json')), { id: 'n1' })
  assert.equal(notes.size, 1)
  await slipway('destroy', '--yes')
  assert.equal(notes.size, 0)
})

test('every whole blueprint of the guides is valid', () => {
  for (const guide of ['getting-started.md', 'blueprints.md']) {
    const whole = codeBlocks(`guides/${guide}`, 'yaml').filter((code) => code.startsWith('version:'))
    assert.notEqual(whole.length, 0)
    for (const code of whole) {
      const file = write(`${guide}.blueprint.yaml`, code)
      const env = { ...process.env, SLIPWAY_VAR_token: 'x', XDG_CACHE_HOME: join(folder, 'cache') }
      const answer = runNow({ folder, env }, 'validate', file)
      assert.equal(answer.code, 0, answer.stdout + answer.stderr)
    }
  }
})
