import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { bareMachine } from './bare-machine.ts'
import { skip } from './machine.ts'

suite('a Pulumi provider that its author started', { skip }, () => {
  test('is called at its port, told its engine’s address, and left running', async (t) => {
    const { at, write, pages, heard, options } = bareMachine(t, 'handshake')
    rmSync(at('home/.pulumi'), { recursive: true })
    const programs = ['recorder.cjs', 'bare.cjs'].map((name) => join(import.meta.dirname, name))
    // In a group of its own: the process below the recorder would otherwise hold the output of the tests open for ever.
    const plugin = spawn(process.execPath, programs, { ...options, stdio: ['pipe', 'pipe', 'ignore'], detached: true })
    t.after(() => process.kill(-(plugin.pid ?? assert.fail('it did not start'))))
    const [port] = (await once(createInterface(plugin.stdout), 'line')) as [string]
    const env = { ...options.env, PULUMI_DEBUG_PROVIDERS: `bare:${port}` }
    const done = (...args: string[]): string => {
      const { status, stderr, stdout } = spawnSync(options.slipway, args, { ...options, env, encoding: 'utf8' })
      assert.equal(status, 0, stderr)
      return stdout + stderr
    }
    write('text: hello')
    assert.match(done('plugin', 'list'), /pulumi\/bare/)
    done('up', '--yes')
    assert.match(heard(), /^Handshake Attach GetPluginInfo CheckConfig Configure Check Create/)
    assert.deepEqual(Object.keys(pages()), ['page-1'])
    assert.match(done('up', '--yes'), /Nothing to do/)
    done('destroy', '--yes')
    assert.deepEqual(pages(), {})
    assert.equal(plugin.exitCode, null)
  })
})
