/**
 * 1,000 `local_file` of an unmodified provider of Terraform: up, nothing to do, destroy. Each beside a command that makes the bare calls of the
 * same messages, and nothing else (terraform/bare-calls.ts), and beside OpenTofu or Terraform where one is on PATH, in the same run. The same of one
 * resource; and the memory of the engine with a provider of 1,000 types. Seconds of the clock, and of the processor in brackets.
 *
 *     node bench/terraform.ts [--runs=3] [--count=1000]
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildSync } from 'esbuild'
import '../test/trusting.ts'
import { buildProvider, optimised, published, skipWithoutGo } from '../test/interop/terraform/build.ts'
import { findReference } from '../test/interop/terraform/reference/tool.ts'
import { measure, median, timed, type Took } from './whole/measure.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, count: { type: 'string', default: '1000' } },
})
const runs = Number(values.runs)
const slipway = join(import.meta.dirname, '../node_modules/.bin/slipway')
const steps = ['up', 'nothing', 'destroy'] as const

type Times = Record<(typeof steps)[number], Took>

/** Runs the function in a folder that is always removed. */
async function inFolder<T>(use: (cwd: string) => Promise<T>): Promise<T> {
  const cwd = mkdtempSync(join(tmpdir(), 'slipway-bench-'))
  try {
    return await use(cwd)
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}

function names(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `file${index}`)
}

function blueprint(count: number): string {
  const files = names(count).map(
    (name) =>
      `  ${name}:\n    type: tflocal/local_file\n    spec: { filename: files/${name}.txt, content: content of ${name} }\n`,
  )
  return `version: 2025-11-02\nmetadata: { slipway: { plugins: { tflocal: "terraform:hashicorp/local@1.4.0" } } }\nresources:\n${files.join('')}`
}

function configuration(count: number): string {
  const blocks = names(count).map(
    (name) =>
      `resource "local_file" "${name}" {\n  filename = "files/${name}.txt"\n  content = "content of ${name}"\n}\n`,
  )
  return `terraform {\n  required_providers { local = { source = "hashicorp/local" } }\n}\n${blocks.join('')}`
}

async function ours(count: number, provider: string): Promise<Times> {
  return inFolder(async (cwd) => {
    const { source, version } = published('local')
    place(provider, join(cwd, 'home/terraform/registry.opentofu.org', source, version))
    writeFileSync(join(cwd, 'files.blueprint.yaml'), blueprint(count))
    const env = { SLIPWAY_HOME: join(cwd, 'home'), XDG_CACHE_HOME: join(cwd, 'cache') }
    const command = (...args: string[]): Promise<Took> => timed({ command: slipway, args, cwd, env })
    // Fills the cache of the plugin first, as in every other case here.
    await command('validate')
    return {
      up: await command('up', '--yes'),
      nothing: await command('up', '--yes'),
      destroy: await command('destroy', '--yes'),
    }
  })
}

function place(provider: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  copyFileSync(provider, join(folder, 'terraform-provider-local'))
}

/** Runs the reference on the same machine, and makes it ask for its plugins only once. */
async function theirs(count: number, provider: string, command: string): Promise<Times> {
  return inFolder(async (cwd) => {
    place(provider, join(cwd, 'local'))
    const overrides = `dev_overrides {\n "hashicorp/local" = ${JSON.stringify(join(cwd, 'local'))}\n}`
    writeFileSync(join(cwd, 'rc'), `provider_installation {\n${overrides}\ndirect {}\n}\n`)
    writeFileSync(join(cwd, 'main.tf'), configuration(count))
    const env = { TF_CLI_CONFIG_FILE: join(cwd, 'rc'), CHECKPOINT_DISABLE: '1' }
    const step = (...args: string[]): Promise<Took> => timed({ command, args, cwd, env })
    return {
      up: await step('apply', '-auto-approve'),
      nothing: await step('apply', '-auto-approve'),
      destroy: await step('destroy', '-auto-approve'),
    }
  })
}

/** Measures only the start, the schema, the settings, and the messages of each step. */
async function bare(count: number, provider: string, script: string): Promise<Times> {
  return inFolder(async (cwd) => {
    const calls = (step: string): Promise<Took> =>
      timed({ command: process.execPath, args: [script, provider, step, String(count)], cwd })
    return { up: await calls('up'), nothing: await calls('nothing'), destroy: await calls('destroy') }
  })
}

function middle(times: readonly Took[]): Took {
  return {
    seconds: median(times.map(({ seconds }) => seconds)),
    cpuSeconds: median(times.map(({ cpuSeconds }) => cpuSeconds)),
  }
}

function textOf({ seconds, cpuSeconds }: Took): string {
  return `${seconds.toFixed(2)} s (${cpuSeconds.toFixed(2)})`
}

async function compare(count: number, provider: string, script: string): Promise<void> {
  const reference = findReference()
  const times: Record<'ours' | 'bare' | 'theirs', Times[]> = { ours: [], bare: [], theirs: [] }
  for (let each = 0; each < runs; each++) {
    times.bare.push(await bare(count, provider, script))
    times.ours.push(await ours(count, provider))
    if (reference !== undefined) times.theirs.push(await theirs(count, provider, reference.command))
  }
  for (const step of steps) {
    const of = (who: keyof typeof times): Took => middle(times[who].map((one) => one[step]))
    const took = of('ours')
    const beside = (other: Took): string =>
      `${(took.seconds / other.seconds).toFixed(2)} x (${(took.cpuSeconds / other.cpuSeconds).toFixed(2)} x)`
    const told = [`${count} ${step}: ${textOf(took)}, ${beside(of('bare'))} the bare calls (${textOf(of('bare'))})`]
    if (reference !== undefined) told.push(`${beside(of('theirs'))} ${reference.version} (${textOf(of('theirs'))})`)
    console.log(told.join(', '))
  }
}

/** A blueprint that uses one of the 1,000 types of a provider. */
async function memory(provider: string): Promise<void> {
  await inFolder(async (cwd) => {
    const { source, version } = published('harbor')
    const folder = join(cwd, 'home/terraform/registry.opentofu.org', source, version)
    mkdirSync(folder, { recursive: true })
    copyFileSync(provider, join(folder, 'terraform-provider-harbor'))
    const plugins = '{ slipway: { plugins: { tfharbor: "terraform:slipway/harbor@1.0.0" } } }'
    const one = 'type: tfharbor/harbor_large_7, spec: { name: one, value_1: x }'
    writeFileSync(
      join(cwd, 'one.blueprint.yaml'),
      `version: 2025-11-02\nmetadata: ${plugins}\nresources:\n  one: { ${one} }\n`,
    )
    const env = {
      SLIPWAY_HOME: join(cwd, 'home'),
      XDG_CACHE_HOME: join(cwd, 'cache'),
      HARBOR_STORE: join(cwd, 'store'),
      HARBOR_TYPES: '1000',
    }
    for (const what of ['first', 'cached']) {
      const { peakOwnMb, seconds } = await measure({ command: slipway, args: ['up', '--yes'], cwd, env })
      console.log(
        `a provider of 1,000 types, ${what}: engine ${peakOwnMb.toFixed(0)} MB, up in ${seconds.toFixed(2)} s`,
      )
      await timed({ command: slipway, args: ['destroy', '--yes'], cwd, env })
    }
  })
}

if (skipWithoutGo !== false) console.log(skipWithoutGo)
else {
  const { file } = await buildProvider('local', optimised)
  const harbor = await buildProvider('harbor', optimised)
  await inFolder(async (folder) => {
    const outfile = join(folder, 'bare.cjs')
    const entry = join(import.meta.dirname, 'terraform/bare-calls.ts')
    buildSync({ entryPoints: [entry], outfile, bundle: true, minify: true, platform: 'node', logLevel: 'error' })
    for (const count of [1, Number(values.count)]) await compare(count, file, outfile)
  })
  await memory(harbor.file)
}
