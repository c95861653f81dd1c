/**
 * `npm run pack -- DIR`: builds and compiles, and writes a .tgz of each package to DIR, ready for `npm publish` or for
 * `npm install DIR/*.tgz`. Prints their names.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildSlipway } from './slipway.ts'
import { stagePackages } from './stage.ts'

const [given] = process.argv.slice(2)
if (given === undefined) {
  console.error('npm run pack -- DIR: where shall the packages go?')
  process.exit(1)
}
// npm runs scripts in the folder of the package; INIT_CWD is the folder in which npm was started.
const target = resolve(process.env['INIT_CWD'] ?? '.', given)
const staging = mkdtempSync(join(tmpdir(), 'slipway-staging-'))
try {
  await buildSlipway()
  mkdirSync(target, { recursive: true })
  const folders = await stagePackages(staging)
  execFileSync('npm', ['pack', '--loglevel=error', '--ignore-scripts', '--pack-destination', target, ...folders], {
    stdio: 'inherit',
  })
} finally {
  rmSync(staging, { recursive: true, force: true })
}
