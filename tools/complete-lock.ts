/**
 * Completes package-lock.json after `npm install` on a registry that lacks binaries for other platforms.
 *
 * npm drops an optional dependency that it cannot download from the lock, and `npm ci` then refuses the lock as
 * incomplete. Every optional dependency that a locked package names, and that the lock lacks, gets an entry that
 * says version and platform only; npm fetches it where the platform matches and skips it elsewhere.
 *
 * Run after each `npm install`: `node tools/complete-lock.ts`. Prints how many entries it added.
 */
import { readFileSync, writeFileSync } from 'node:fs'

interface LockedPackage {
  version?: string
  optional?: boolean
  dev?: boolean
  os?: string[]
  cpu?: string[]
  optionalDependencies?: Record<string, string>
}

const path = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, LockedPackage> }

const systems = new Set([
  'darwin',
  'linux',
  'win32',
  'freebsd',
  'openbsd',
  'netbsd',
  'android',
  'sunos',
  'aix',
  'openharmony',
])
const processors: Record<string, string> = {
  riscv64: 'riscv64',
  arm64: 'arm64',
  ppc64le: 'ppc64',
  ppc64: 'ppc64',
  mips64el: 'mips64el',
  loong64: 'loong64',
  s390x: 's390x',
  ia32: 'ia32',
  x64: 'x64',
  arm: 'arm',
}

/** The platform that a binary package's name tells: `@oxlint/binding-darwin-arm64` is darwin on arm64. */
function platformOf(name: string): { os: string[]; cpu: string[] } | undefined {
  const words = name.replace(/^@[^/]+\//, '').split(/[-_]/)
  const os = words.find((word) => systems.has(word))
  const cpu = words.find((word) => word in processors)
  return os !== undefined && cpu !== undefined ? { os: [os], cpu: [processors[cpu] as string] } : undefined
}

let added = 0
for (const [owner, locked] of Object.entries(lock.packages)) {
  if (owner === '') continue
  for (const [name, version] of Object.entries(locked.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`
    if (key in lock.packages || `${owner}/${key}` in lock.packages) continue
    const platform = platformOf(name)
    if (platform === undefined)
      throw new Error(`cannot tell the platform of ${name} (optional dependency of ${owner}) from its name`)
    lock.packages[key] = { version, ...platform, optional: true, ...(locked.dev === true ? { dev: true } : {}) }
    added++
  }
}
const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1))
writeFileSync(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`)
console.log(`package-lock.json: ${added} entries added`)
