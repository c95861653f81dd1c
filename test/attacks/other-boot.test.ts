/** A machine that calls itself as this one does, and was booted at another time, takes no lock that this one holds. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { run, slipway } from '../ledger/command.ts'
import { makeTarget, version } from './target.ts'

const canPretend = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0
const skip = canPretend ? false : 'needs root, and unshare of util-linux'

const bootFile = '/proc/sys/kernel/random/boot_id'

describe('the lock of a living run', { skip }, () => {
  for (const [whose, id] of [
    ['another', '0123456789abcdef0123456789abcdef\n'],
    ['no', ''],
  ] as const)
    test(`is not broken by ${whose} machine with our host name`, async (context) => {
      const target = makeTarget(context)
      const done = target.write('done', '')
      const create = `while [ ! -s '${done}' ]; do sleep 0.05; done; echo made >> '${target.folder}/made'`
      target.write(
        'app.blueprint.yaml',
        `${version}resources: { slow: { type: local/command, spec: { create: ${JSON.stringify(create)} } } }\n`,
      )
      const boot = target.write('boot', '11111111-2222-3333-4444-555555555555\n')
      const machine = target.write('machine', id)
      const pretend = [
        `mount --bind '${boot}' ${bootFile}`,
        `{ [ ! -e /etc/machine-id ] || mount --bind '${machine}' /etc/machine-id; }`,
        `exec '${slipway}' up --yes`,
      ].join(' && ')
      const other = spawn('unshare', ['--mount', 'sh', '-c', pretend], { cwd: target.folder, env: target.env })
      let said = ''
      other.stderr.on('data', (chunk: Buffer) => void (said += String(chunk)))
      while (!existsSync(`${target.folder}/.slipway/state.db`) || !/slow/.test(said)) {
        assert.equal(other.exitCode, null, said)
        await sleep(20)
      }
      const { code, stderr } = await run(target, ['up', '--yes'])
      assert.equal(code, 1, stderr)
      assert.match(stderr, /is being changed by slipway up of .*\[cli\/locked\]/s)
      target.write('done', 'yes')
      const [ended] = (await once(other, 'exit')) as [number | null]
      assert.equal(ended, 0, said)
      assert.equal(readFileSync(`${target.folder}/made`, 'utf8'), 'made\n')
    })
})
