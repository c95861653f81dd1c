/**
 * `slipway types` for a project that names 20 types of a plugin of 1,500: when the plugin is asked for the first time, and when the cache
 * knows it; and the compiler on a program that uses five of them, with `slipway-env.d.ts` and without, in turns.
 *
 *     node tools/build/build.ts && node bench/env-types.ts [--runs=5]
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } })
const runs = Number(values.runs)
const workspace = join(import.meta.dirname, '..')
const dir = mkdtempSync(join(tmpdir(), 'slipway-bench-types-'))
const project = join(dir, 'project')
const envFile = join(project, 'slipway-env.d.ts')

/** Each type has 20 fields, one of them nested, as those of large clouds have. */
const plugin = `#!/usr/bin/env node
import { computed, defineProvider, defineResource, serve } from ${JSON.stringify(pathToFileURL(join(workspace, 'packages/sdk/src/index.ts')).href)}
import * as z from ${JSON.stringify(pathToFileURL(join(workspace, 'node_modules/zod/index.js')).href)}
const nested = z.object({ rules: z.array(z.object({ port: z.number(), protocol: z.enum(['tcp', 'udp']) })), note: z.string().optional() })
const fields = Object.fromEntries(Array.from({ length: 17 }, (_, i) => ['field' + i, z.string().optional().describe('What field ' + i + ' is for')]))
const resources = Array.from({ length: 1500 }, (_, i) => defineResource({
  type: 'big/type' + i, settlement: 'ask', schema: z.object({ name: z.string(), id: computed(z.string()), network: nested.optional(), ...fields }),
  deploy: () => ({ id: '1' }), destroy: () => {},
}))
await serve(defineProvider({ id: 'bench/big', version: '1.0.0', resources }))
`

const env = { ...process.env, HOME: dir, CI: undefined, CELERITY_DEPLOY_ENGINE_PLUGIN_PATH: join(dir, 'plugins') }

function write(file: string, text: string, mode = 0o644): void {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text, { mode })
}

function timed(command: string, args: readonly string[]): number {
  const start = performance.now()
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: project, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${stdout}${stderr}`)
  return performance.now() - start
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

const types = (): number => timed(join(workspace, 'packages/slipway/bin/slipway'), ['types'])
const compile = (): number => timed(join(workspace, 'node_modules/.bin/tsc'), ['-p', '.'])

function writeProject(): void {
  write(join(dir, 'plugins/providers/bench/big/1.0.0/plugin'), plugin, 0o755)
  write(join(dir, 'plugins/providers/bench/big/1.0.0/package.json'), '{ "type": "module" }')
  const used = Array.from(
    { length: 5 },
    (_, i) => `  s.resource('r${i}', 'big/type${i}', { name: 'n', network: { rules: [] } })`,
  )
  write(
    join(project, 'program.ts'),
    `import type { InlineProgram } from 'slipway'\nexport const program: InlineProgram = (s) => {\n${used.join('\n')}\n}\n`,
  )
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'esnext',
    lib: ['esnext'],
    types: ['node'],
    skipLibCheck: true,
  }
  const options = {
    ...compilerOptions,
    allowImportingTsExtensions: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
  }
  write(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }))
  write(join(project, 'package.json'), '{ "type": "module" }')
  mkdirSync(join(project, 'node_modules'))
  for (const name of ['slipway', '@slipway', '@types', 'zod'])
    symlinkSync(join(workspace, 'node_modules', name), join(project, 'node_modules', name))
}

try {
  writeProject()
  console.log(`the plugin is asked once: ${types().toFixed(0)} ms`)
  const rest = Array.from({ length: 15 }, (_, i) => `'big/type${i + 5}'`)
  write(join(project, 'more.js'), `export const more = [${rest.join(', ')}]\n`)
  console.log(`15 more types are asked for: ${types().toFixed(0)} ms`)
  console.log(`20 types from the cache: ${median(Array.from({ length: runs }, types)).toFixed(0)} ms`)
  rmSync(join(project, 'more.js'))
  types()
  const sides = { with: [] as number[], without: [] as number[] }
  const aside = join(dir, 'aside.d.ts')
  for (let run = 0; run < runs; run++) {
    sides.with.push(compile())
    renameSync(envFile, aside)
    sides.without.push(compile())
    renameSync(aside, envFile)
  }
  const ratio = median(sides.with) / median(sides.without)
  const size = (statSync(envFile).size / 1024).toFixed(0)
  console.log(
    `tsc with slipway-env.d.ts (${size} KiB): ${ratio.toFixed(2)} x without (${median(sides.without).toFixed(0)} ms)`,
  )
} finally {
  rmSync(dir, { recursive: true, force: true })
}
