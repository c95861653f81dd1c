import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldersBy } from '../project/folders.ts'
import { Settings } from '../settings/settings.ts'
import { machineStates } from './shared-state.ts'

test('what belongs to a machine lies with its user, by the XDG rules', () => {
  assert.equal(machineStates({ HOME: '/home/ada' }), '/home/ada/.local/state/slipway')
  assert.equal(machineStates({ HOME: '/home/ada', XDG_STATE_HOME: '/var/ada' }), '/var/ada/slipway')
  assert.equal(machineStates({ HOME: '/home/ada', XDG_STATE_HOME: 'relative' }), '/home/ada/.local/state/slipway')
})

test('nothing is noted in a folder of the kernel, where Node would try for ever', async () => {
  const env = { HOME: '/home/ada', XDG_STATE_HOME: '/proc/x' }
  const place = { path: ['state', 'place'], value: 'postgres://127.0.0.1:1/d', origin: 'SLIPWAY_STATE' }
  const settings = new Settings({ user: [], project: [], stronger: [[place]] }, { env, cwd: '/' })
  await assert.rejects(foldersBy(settings, '/srv', { env, cwd: '/' }), { code: 'cli/no-folder' })
})
