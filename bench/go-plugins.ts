/**
 * Plugins on the public Go SDK, unmodified, of 19 MB each: 50 of them until all are registered, and for one command (beside the same
 * command with one);
 * 1,000 resources (up, a refresh that finds nothing, destroy); 1,000 resources in a ring with a link to the next each.
 *
 *     node bench/go-plugins.ts [--runs=3] [--count=1000]
 *
 * Needs Go. Seconds of the clock, and of the processor in brackets: the command with its plugins. Medians.
 */
import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { deployEngine, discoverPlugins, pluginExecutable, PluginHost } from '@slipway/host'
import { hostOptions } from '../test/faulty/sandbox.ts'
import { buildGopher } from '../test/interop/go/build.ts'
import { measure, median, type Measured } from './whole/measure.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, count: { type: 'string', default: '1000' } },
})
const runs = Number(values.runs)
const count = Number(values.count)
const slipway = join(import.meta.dirname, '../node_modules/.bin/slipway')
const env = { GOPHER_PLUGIN_ID: 'path', GOPHER_MEMORY: 'yes' }

const base = mkdtempSync(join(tmpdir(), 'slipway-bench-go-'))
const gopher = await buildGopher()
try {
  const one = install('one', ['acme/gopher'])
  const ids = ['gopher', ...Array.from({ length: 49 }, (_, index) => `gopher${index}`)]
  const fifty = install(
    'fifty',
    ids.map((name) => `acme/${name}`),
  )
  await commands('warm-up', one, burrows(1), ['up --yes', 'destroy --yes'], 1)
  const alone = burrows(1)
  await commands('1 plugin', one, alone, ['plan'], runs * 2)
  await untilRegistered('50 plugins', fifty, runs * 2)
  await commands('50 plugins', fifty, alone, ['plan'], runs * 2, { SLIPWAY_PLUGINS_REQUIRE: 'all' })
  const life = ['up --yes', 'up --yes --refresh', 'destroy --yes']
  await commands(`${count} resources`, one, burrows(count), life, runs)
  await commands(`${count} with links`, one, ring(count), life, runs)
} finally {
  rmSync(base, { recursive: true, force: true })
}

function install(name: string, installed: readonly string[]): string {
  const root = join(base, name)
  for (const id of installed) {
    const file = pluginExecutable(root, 'provider', id, '1.0.0')
    mkdirSync(dirname(file), { recursive: true })
    linkSync(gopher.file, file)
  }
  return root
}

/** Seconds from the first launch until the last plugin answers, without the command around them. */
async function untilRegistered(name: string, root: string, times: number): Promise<void> {
  const { plugins } = discoverPlugins({ dialects: [deployEngine], roots: [{ path: root, origin: 'environment' }] })
  Object.assign(process.env, env)
  const seconds: number[] = []
  for (let run = 0; run < times; run++) {
    const host = new PluginHost(hostOptions(base, plugins, join(base, 'compile')))
    const started = performance.now()
    await host.start(plugins.map(({ id }) => id))
    seconds.push((performance.now() - started) / 1000)
    await host.stop()
  }
  console.log(`${name.padEnd(18)} all registered ${median(seconds)?.toFixed(2)}`)
}

/** Runs the commands one after the other in a new folder, several times, and prints the median of each. */
async function commands(
  name: string,
  root: string,
  blueprint: string,
  lines: readonly string[],
  times: number,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const measured = new Map<string, Measured[]>(lines.map((line) => [line, []]))
  for (let run = 0; run < times; run++) {
    const cwd = mkdtempSync(join(base, 'run-'))
    writeFileSync(join(cwd, 'slipway.config.yaml'), `plugins: { path: ${JSON.stringify(root)} }\n`)
    writeFileSync(join(cwd, 'bench.blueprint.yaml'), blueprint)
    for (const line of lines)
      measured
        .get(line)
        ?.push(await measure({ command: slipway, args: line.split(' '), cwd, env: { ...env, ...more } }))
  }
  const cells = Array.from(measured, ([line, all]) => {
    const [seconds, cpu] = [all.map((each) => each.seconds), all.map((each) => each.cpuSeconds)].map(median)
    return `${line.replace(' --yes', '')} ${seconds?.toFixed(2)} (${cpu?.toFixed(2)})`
  })
  console.log(`${name.padEnd(18)} ${cells.join('  ')}`)
}

function burrows(number: number): string {
  const lines = Array.from(
    { length: number },
    (_, index) => `  burrow${index}: { type: gopher/burrow, spec: { name: "number ${index}", depth: 1.5 } }\n`,
  )
  return `version: 2025-11-02\nresources:\n${lines.join('')}`
}

function ring(number: number): string {
  const lines = Array.from({ length: number }, (_, index) => {
    const metadata = `metadata: { labels: { at: "${index}" } }`
    const selector = `linkSelector: { byLabel: { at: "${(index + 1) % number}" } }`
    return `  burrow${index}: { type: gopher/burrow, ${metadata}, ${selector}, spec: { name: "number ${index}" } }\n`
  })
  return `version: 2025-11-02\nresources:\n${lines.join('')}`
}
