/**
 * Links: up, nothing to do, a refresh that finds nothing, destroy, of N resources in a ring with a link to the next each, through
 * a real plugin that does nothing.
 *
 *     node bench/links.ts [--sizes=500,1000,2000]
 *
 * Seconds, medians of three; `exponent` is the growth from one size to the next: 1 is linear.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { layOut } from '../test/faulty/sandbox.ts'
import { median, measure } from './whole/measure.ts'

const { values } = parseArgs({ options: { sizes: { type: 'string', default: '500,1000,2000' } } })
const slipway = join(import.meta.dirname, '../node_modules/.bin/slipway')
const plugin = join(import.meta.dirname, 'whole/wired.ts')

const commands = {
  up: ['up', '--yes'],
  nothing: ['up', '--yes'],
  refresh: ['up', '--yes', '--refresh'],
  destroy: ['destroy', '--yes'],
} as const
type Name = keyof typeof commands
const names = Object.keys(commands) as Name[]

function ring(count: number): string {
  const lines = ['version: 2025-11-02', 'resources:']
  for (let index = 0; index < count; index++) {
    lines.push(
      `  end${index}:`,
      '    type: wired/end',
      `    metadata: { labels: { at: "${index}" } }`,
      `    linkSelector: { byLabel: { at: "${(index + 1) % count}" } }`,
      `    spec: { value: "number ${index}" }`,
    )
  }
  return `${lines.join('\n')}\n`
}

async function once(count: number): Promise<Record<Name, number>> {
  const cwd = mkdtempSync(join(tmpdir(), 'slipway-bench-'))
  try {
    layOut(join(cwd, 'plugins'), 'bench/wired', `exec ${process.execPath} ${plugin}`)
    writeFileSync(join(cwd, 'slipway.config.yaml'), 'plugins: { path: plugins }\n')
    writeFileSync(join(cwd, 'ring.blueprint.yaml'), ring(count))
    const took = { up: 0, nothing: 0, refresh: 0, destroy: 0 }
    for (const name of names) took[name] = (await measure({ command: slipway, args: [...commands[name]], cwd })).seconds
    return took
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}

await once(10)
let before: { readonly count: number; readonly took: Record<Name, number> } | undefined
for (const count of values.sizes.split(',').map(Number)) {
  const runs = [await once(count), await once(count), await once(count)]
  const took = Object.fromEntries(names.map((name) => [name, median(runs.map((run) => run[name]))])) as Record<
    Name,
    number
  >
  const cells = names.map((name) => {
    const grown = before === undefined ? '' : ` (exponent ${exponent(before, count, took, name)})`
    return `${name} ${took[name].toFixed(2)}${grown}`
  })
  console.log(`${String(count).padStart(6)} resources, as many links: ${cells.join('  ')}`)
  before = { count, took }
}

function exponent(
  small: { readonly count: number; readonly took: Record<Name, number> },
  count: number,
  took: Record<Name, number>,
  name: Name,
): string {
  return (Math.log(took[name] / small.took[name]) / Math.log(count / small.count)).toFixed(2)
}
