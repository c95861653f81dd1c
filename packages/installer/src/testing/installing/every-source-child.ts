/**
 * `every-source-child.ts ROOT`: installs a plugin from each source that ROOT/sources.json names, all at once. With `SLIPWAY_FAILPOINT=put:13`, the
 * process kills itself as soon as 13 plugins have reached the step `put`, where they wait for each other; with `bytes-1000:9`, as soon as 9 plugins
 * have received 1000 bytes.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceOfOne } from './every-source.ts'
import { installAll } from './install-all.ts'

const [root = ''] = process.argv.slice(2)
const sources = JSON.parse(readFileSync(join(root, 'sources.json'), 'utf8')) as readonly SourceOfOne[]
const [moment = '', count = '0'] = (process.env['SLIPWAY_FAILPOINT'] ?? '').split(':')
const there = new Set<string>()

function arrive(plugin: string): void {
  there.add(plugin)
  if (there.size === Number(count)) process.kill(process.pid, 'SIGKILL')
}

const bytes = Number(/^bytes-(\d+)$/.exec(moment)?.[1] ?? Infinity)
const outcomes = await installAll(root, sources, {
  failpoint: async (step, plugin) => {
    if (step !== moment) return
    arrive(plugin)
    await new Promise(() => setInterval(() => {}, 1000))
  },
  observe: ({ descriptor, step, bytes: got = 0 }) => {
    if (step === 'download' && got >= bytes) arrive(JSON.stringify(descriptor))
  },
})
for (const { failure } of outcomes) if (failure !== undefined) throw failure
