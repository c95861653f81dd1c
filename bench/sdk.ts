/**
 * The SDK of a package with 1,500 resource types: how long it takes from the schema to the files on disk, and how much memory; and how long the
 * compiler takes to check all of it, and a program that uses five types, with the compiler and the SDK of Pulumi in test/interop/pulumi.
 *
 *     node bench/sdk.ts [--runs=3] [--types=1500]
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cloud } from '../packages/languages/src/nodejs/sdk/testing/schemas.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    types: { type: 'string', default: '1500' },
    make: { type: 'string' },
    from: { type: 'string' },
  },
})

/** One generation, in a process of its own: milliseconds, and megabytes at the most. */
async function make(from: string, folder: string): Promise<void> {
  const text = readFileSync(from, 'utf8')
  const start = performance.now()
  const [{ sdkOf }, { writeSdkFiles }] = await Promise.all([
    import('../packages/languages/src/nodejs/sdk/generate.ts'),
    import('../packages/operations/src/sdks/sdk-folder.ts'),
  ])
  mkdirSync(folder, { recursive: true })
  writeSdkFiles(folder, sdkOf(text).files())
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  console.log(
    JSON.stringify({ ms: performance.now() - start, cpu: (userCPUTime + systemCPUTime) / 1000, mb: maxRSS / 1024 }),
  )
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

/** Seconds that the compiler takes. */
function compiled(folder: string, files: readonly string[]): string {
  const compiler = join(import.meta.dirname, '../test/interop/pulumi/node_modules/typescript/bin/tsc')
  const options = {
    strict: true,
    noEmit: true,
    module: 'commonjs',
    moduleResolution: 'node',
    target: 'es2022',
    types: [],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files }))
  const start = performance.now()
  const { status, stdout } = spawnSync(process.execPath, ['--max-old-space-size=6000', compiler, '-p', folder], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stdout.slice(0, 2000))
  return `${((performance.now() - start) / 1000).toFixed(1)} s`
}

function compare(): void {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-sdk-'))
  try {
    const schema = join(folder, 'schema.json')
    writeFileSync(schema, JSON.stringify(cloud(Number(values.types))))
    const sdk = join(folder, 'node_modules/@pulumi/cloud')
    const runs = Array.from({ length: Number(values.runs) }, () => {
      rmSync(sdk, { recursive: true, force: true })
      const args = [import.meta.filename, `--make=${sdk}`, `--from=${schema}`]
      const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
      if (stdout === '') throw new Error(stderr)
      return JSON.parse(stdout) as { readonly ms: number; readonly cpu: number; readonly mb: number }
    })
    const ms = (key: 'ms' | 'cpu' | 'mb'): string => median(runs.map((run) => run[key])).toFixed(0)
    const files = globSync('**/*', { cwd: sdk }).length
    console.log(
      `SDK of ${values.types} types, ${files} files: ${ms('ms')} ms (bar 4000), ${ms('cpu')} ms CPU, ${ms('mb')} MB (bar 400)`,
    )
    const pulumi = join(import.meta.dirname, '../test/interop/pulumi/node_modules/@pulumi/pulumi')
    if (!existsSync(pulumi)) return console.log('tsc: not measured, since the SDK of Pulumi is not there')
    symlinkSync(pulumi, join(folder, 'node_modules/@pulumi/pulumi'))
    const uses = Array.from(
      { length: 5 },
      (_, i) => `new cloud.service${i}.Thing${i}("t", { p0: ${valueOf(i)}, p1: ${valueOf(i + 1)} })\n`,
    )
    writeFileSync(join(folder, 'index.ts'), `import * as cloud from "@pulumi/cloud"\n${uses.join('')}`)
    console.log(`tsc --strict of a program with five of them: ${compiled(folder, ['index.ts'])}`)
    console.log(
      `tsc --strict of all declarations: ${compiled(
        folder,
        globSync('**/*.d.ts', { cwd: sdk }).map((file) => join(sdk, file)),
      )}`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A value of the type that the generator gives to a property. */
function valueOf(seed: number): string {
  return ['"x"', '1', 'true', '["x"]'][seed % 4] ?? '"x"'
}

if (values.make !== undefined && values.from !== undefined) await make(values.from, values.make)
else compare()
