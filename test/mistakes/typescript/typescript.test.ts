/**
 * The compiler finds the mistakes of the table in programs whose project has its slipway-env.d.ts, in the words of said.txt.
 * After a wanted change: `UPDATE=1 npm run test:one -- test/mistakes/typescript/typescript.test.ts`, then read the difference.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { corePluginRoot, writeTypes } from '@slipway/operations'
import { mistakes } from './table.ts'
import { compiled } from '../../compiled.ts'

const workspace = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'slipway-typescript-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const file = join(import.meta.dirname, 'said.txt')

/** Writes one stack without a mistake, and one for each mistake. */
function writeStack(name: string, lines: string): void {
  const text = `import { stack, type StackExports } from 'slipway'
import * as z from 'zod'

export default stack({ variables: { region: z.enum(['eu', 'us']) } }, (s, v) => {
${lines}
})
export type Known = StackExports<typeof import('./good.stack.ts')>
`
  writeFileSync(join(folder, `${name}.stack.ts`), text)
}

const good = `const db = s.resource('db', 'postgres/database', { name: 'shop' })
const server = s.resource('server', 'local/process', { command: 'node x', health: { http: 'http://localhost:1' } })
s.resource('page', 'local/file', { path: server.out.health.http, content: v.region, encoding: 'utf8' }, { dependsOn: [db] })
return { oid: db.out.oid }`

/** The compiler's messages, by file; empty if it finds no mistake. */
function said(): ReadonlyMap<string, string> {
  const compiler = join(workspace, 'node_modules/.bin/tsc')
  const { stdout } = spawnSync(compiler, ['--pretty', 'false', '-p', folder], { encoding: 'utf8', cwd: folder })
  const lines = stdout.split('\n').filter((line) => /^\S+\(\d+,\d+\): error/.test(line))
  return new Map(
    [...Map.groupBy(lines, (line) => line.slice(0, line.indexOf('(')))].map(([name, all]) => [
      name,
      all.map((line) => line.slice(name.length)).join('\n'),
    ]),
  )
}

test('the compiler finds at least 19 of 20 mistakes, and none in correct code', async () => {
  mkdirSync(join(folder, 'node_modules/slipway'), { recursive: true })
  writeFileSync(join(folder, 'node_modules/slipway/package.json'), '{ "type": "module", "exports": "./index.ts" }')
  // The parts that programs use: with the others, the compiler would read all sources each time.
  const used = ['inline-program', 'output', 'plain', 'resource-types'].map((name) => `inline/${name}`)
  const exported = [...used, 'stack-files/stack-definition']
    .map((name) => `export * from '@slipway/operations/${name}'\n`)
    .join('')
  writeFileSync(join(folder, 'node_modules/slipway/index.ts'), exported)
  for (const name of ['@slipway', '@types', 'zod'])
    symlinkSync(join(workspace, 'node_modules', name), join(folder, 'node_modules', name))
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'esnext',
    types: ['node'],
    allowImportingTsExtensions: true,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeStack('good', good)
  for (const [index, { lines }] of mistakes.entries()) writeStack(`mistake-${index + 1}`, lines)
  const env = { ...compiled, HOME: folder, PATH: process.env['PATH'] }
  await writeTypes({ env, cwd: folder, ownPlugins: corePluginRoot() })
  const found = said()
  const named = mistakes.map(
    ({ what }, index) => `# ${what}\n${found.get(`mistake-${index + 1}.stack.ts`) ?? 'nothing'}\n`,
  )
  // Our own sources are checked with other rules.
  const others = [...found.keys()].filter((name) => !/^(mistake-|\.\.\/)/.test(name))
  assert.deepEqual(
    others.map((name) => `${name}${found.get(name)}`),
    [],
  )
  assert.equal(mistakes.length, 20)
  assert.ok(named.filter((text) => text.endsWith('\nnothing\n')).length <= 1, named.join('\n'))
  if (process.env['UPDATE'] === '1') writeFileSync(file, named.join('\n'))
  assert.equal(named.join('\n'), readFileSync(file, 'utf8'))
})
