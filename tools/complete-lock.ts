/**
 * Completes package-lock.json after `npm install`.
 *
 * npm leaves optional dependencies that it cannot install here out of the lock, or locks them without a hash. `npm ci` then refuses the
 * lock on other machines, or takes whatever the registry gives it. So this removes what has no hash, lets npm resolve the whole lock again
 * without installing anything, and fails if a hash is still missing.
 *
 * Run after each `npm install`: `node tools/complete-lock.ts`. Prints how many entries it completed.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { withoutHash, type Lock } from './supply-chain/lock.ts'

const path = new URL('../package-lock.json', import.meta.url)
const read = (): Lock => JSON.parse(readFileSync(path, 'utf8')) as Lock

const before = read()
const incomplete = new Set(withoutHash(before))
const rest = Object.entries(before.packages).filter(([name]) => !incomplete.has(name))
writeFileSync(path, `${JSON.stringify({ ...before, packages: Object.fromEntries(rest) }, null, 2)}\n`)

execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--loglevel=error'], {
  cwd: new URL('..', import.meta.url),
  stdio: 'inherit',
})

const after = read()
const left = withoutHash(after)
if (left.length > 0) throw new Error(`the registry gives no hash of ${left.join(', ')}`)
const added = Object.keys(after.packages).filter((name) => incomplete.has(name) || !(name in before.packages))
console.log(`package-lock.json: ${added.length} entries completed`)
