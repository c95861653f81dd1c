import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const workspace = join(import.meta.dirname, '../..')

const isInRun = process.env['SLIPWAY_TEST_CASES'] !== undefined

/** The files of a run share it: the runner is their parent, and has emptied the folder above at its beginning. */
const folder = join(workspace, 'node_modules/.cache/tests', `packed-${isInRun ? process.ppid : process.pid}`)
const lock = `${folder}.lock`
const waitMs = 300_000

/** The archives that `npm run pack` writes. Of all test files of a run, the first to ask packs, and the others wait for it. */
export async function packedPackages(): Promise<readonly string[]> {
  if (!isInRun) rmSync(folder, { recursive: true, force: true })
  const until = Date.now() + waitMs
  while (!existsSync(folder) && !packs()) {
    if (Date.now() > until) throw new Error(`nobody has packed the packages in ${waitMs / 1000} s: remove ${lock}`)
    await sleep(200)
  }
  return globSync('*.tgz', { cwd: folder }).map((file) => join(folder, file))
}

/** Whether nobody else was packing. */
function packs(): boolean {
  mkdirSync(join(folder, '..'), { recursive: true })
  try {
    mkdirSync(lock)
  } catch {
    return false
  }
  try {
    if (existsSync(folder)) return true
    const draft = `${folder}.draft`
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(workspace, 'tools/build/pack.ts'), draft], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`npm run pack: ${stdout}${stderr}`)
    renameSync(draft, folder)
    return true
  } finally {
    rmdirSync(lock)
  }
}
