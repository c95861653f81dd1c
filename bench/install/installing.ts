/**
 * `installing.ts HOME LOCK PORT NAME…`: installs plugins from a local server; prints how long that took, the processor time and the most
 * memory of the process.
 */
import { join } from 'node:path'
import { pulumiEcosystem } from '@slipway/host'
import { createHttpClient, createInstaller, createSources, openLock, parseDescriptor } from '@slipway/installer'

const [home = '', lock = '', port = '', ...names] = process.argv.slice(2)
const { signal } = new AbortController()
const { install } = createInstaller({
  ecosystems: [pulumiEcosystem({ home, env: {}, languages: { has: () => true, installDependencies: async () => {} } })],
  sources: createSources({ env: {} }),
  verifier: { verify: async () => ({ level: 'checksum' }) },
  store: join(home, 'store'),
  home,
  access: { http: createHttpClient({ env: {}, signal }), signal, env: {}, isOffline: false, progress: () => {} },
  platform: 'linux-amd64',
  now: Date.now,
})
const server = `http://127.0.0.1:${port}`
const wanted = names.map((name) => parseDescriptor({ source: `pulumi:${name}@1.0.0`, server }, { cwd: '/' }))
const started = performance.now()
const before = process.cpuUsage()
const outcomes = await install(wanted, { lock: openLock(lock) })
const milliseconds = performance.now() - started
for (const { failure } of outcomes) if (failure !== undefined) throw failure
const { user, system } = process.cpuUsage(before)
console.log(
  JSON.stringify({
    milliseconds,
    processor: (user + system) / 1000,
    megabytes: process.resourceUsage().maxRSS / 1024,
  }),
)
