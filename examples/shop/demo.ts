/** `node examples/shop/demo.ts`: three preparers on this machine, a shop on them in two editions, and what the hooks did. Leaves nothing behind. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

const slipway = join(import.meta.dirname, '../../packages/slipway/bin/slipway')
const folder = mkdtempSync(join(tmpdir(), 'shop-'))
const store = `sqlite:${join(folder, 'store.db')}`
const names = ['north', 'south', 'east']
// The stage tasks beside this file run on our nodes: this is a folder of ours.
const env = { ...process.env, SLIPWAY_TRUST: '1', SLIPWAY_STATE: join(folder, 'state') }

function run(...args: readonly string[]): boolean {
  console.log(`\n$ slipway ${args.join(' ').replaceAll(folder, '…')}`)
  return spawnSync(slipway, args, { cwd: import.meta.dirname, env, stdio: 'inherit' }).status === 0
}

function startPreparer(name: string): ChildProcess {
  const args = ['node', 'run', '--name', name, '--root', join(folder, name), '--store', store]
  return spawn(slipway, args, { env, stdio: 'ignore' })
}

/** The answer of a node's shop. The process has been started; it listens a moment later. */
async function asked(name: string): Promise<string> {
  for (;;) {
    const said = await new Promise<string>((resolve) => {
      const socketPath = join(folder, name, 'shop/shop.sock')
      const request = get({ socketPath }, (response) => void text(response).then(resolve))
      request.on('error', () => resolve(''))
    })
    if (said !== '') return said
    await sleep(20)
  }
}

const preparers = names.map(startPreparer)
const up = ['up', '--yes', '--var', `store=${store}`]
let isGood = true
try {
  for (const edition of ['first', 'second']) {
    isGood &&= run(...up, '--var', `edition=${edition}`)
    for (const name of isGood ? names : []) process.stdout.write(`${name} sells ${await asked(name)}`)
  }
  run('node', 'status', '--store', store)
  run('node', 'hooks', 'log', '--store', store)
  isGood = run('destroy', '--yes', '--var', `store=${store}`) && isGood
} finally {
  for (const preparer of preparers) {
    preparer.kill('SIGTERM')
    if (preparer.exitCode === null && preparer.signalCode === null) await once(preparer, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = isGood ? 0 : 1
