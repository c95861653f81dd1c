/** A plugin that never registers is given up when the user gives up, not when its launches have run out of time. */
import assert from 'node:assert/strict'
import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { start } from '../ledger/command.ts'
import { makeTarget, version } from './target.ts'

const patience = { timeout: 240_000 }
/** Longer than the patience: no launch of the mute plugin runs out of time. */
const settings = { SLIPWAY_PLUGINS_REGISTRATION_MS: '600000' }

describe('Ctrl-C during the launch of a plugin that never registers ends', () => {
  for (const args of [['plan'], ['up', '--yes']])
    test(args.join(' '), patience, async (context) => {
      const target = makeTarget(context)
      target.write('site.blueprint.yaml', `${version}resources:\n  thing: { type: mute/thing, spec: {} }\n`)
      const launched = join(target.folder, 'launched')
      const plugin = target.write(
        'plugins/providers/acme/mute/1.0.0/plugin',
        `#!/bin/sh\ntouch '${launched}'\nexec sleep 600\n`,
      )
      chmodSync(plugin, 0o755)
      const { child, ended } = start(target, args, settings)
      while (!existsSync(launched)) await sleep(20)
      child.kill('SIGINT')
      const { code, stderr } = await ended
      assert.equal(code, 130, stderr)
      assert.doesNotMatch(stderr, /bug in Slipway/)
    })

  test('up --yes, twice, after the plugin died in a call and no longer answers', patience, async (context) => {
    const target = makeTarget(context)
    target.write('site.blueprint.yaml', `${version}resources:\n  thing: { type: mute/thing, spec: { name: a } }\n`)
    const died = join(target.folder, 'died')
    const launched = join(target.folder, 'launched')
    const provider = join(import.meta.dirname, 'dying-provider.ts')
    const plugin = target.write(
      'plugins/providers/acme/mute/1.0.0/plugin',
      `#!/bin/sh\n[ ! -e '${died}' ] && DIED='${died}' exec node '${provider}'\ntouch '${launched}'\nexec sleep 600\n`,
    )
    chmodSync(plugin, 0o755)
    const { child, ended, said } = start(target, ['up', '--yes'], settings)
    while (!existsSync(launched)) await sleep(20)
    child.kill('SIGINT')
    await said('Stopping')
    child.kill('SIGINT')
    const { code, stderr } = await ended
    assert.equal(code, 130, stderr)
    assert.doesNotMatch(stderr, /bug in Slipway/)
  })
})
