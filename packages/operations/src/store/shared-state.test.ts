import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldersBy } from '../project/folders.ts'
import { Settings } from '../settings/settings.ts'
import { envForOthers, machineStates, passwordOfState, sharedState } from './shared-state.ts'

test('a machine’s own data lies with its user, by the XDG rules', () => {
  assert.equal(machineStates({ HOME: '/home/ada' }), '/home/ada/.local/state/slipway')
  assert.equal(machineStates({ HOME: '/home/ada', XDG_STATE_HOME: '/var/ada' }), '/var/ada/slipway')
  assert.equal(machineStates({ HOME: '/home/ada', XDG_STATE_HOME: 'relative' }), '/home/ada/.local/state/slipway')
})

test('nothing is written to a kernel folder, where Node would try for ever', async () => {
  const env = { HOME: '/home/ada', XDG_STATE_HOME: '/proc/x' }
  const place = { path: ['state', 'place'], value: 'postgres://127.0.0.1:1/d', origin: 'SLIPWAY_STATE' }
  const settings = new Settings({ user: [], project: [], stronger: [[place]] }, { env, cwd: '/' })
  await assert.rejects(foldersBy(settings, '/srv', { env, cwd: '/' }), { code: 'cli/no-folder' })
})

test('plugins do not get the password of the state, and may have others of that name', async () => {
  const env = { HOME: '/home/ada', PGPASSWORD: 'canary', PGHOST: 'db' }
  const shared = await sharedState('postgres://ada@127.0.0.1:1/d', env, '/nowhere')
  assert.equal(await passwordOfState({ shared }), 'canary')
  assert.deepEqual(envForOthers(env, { shared }), { HOME: '/home/ada', PGHOST: 'db' })
  assert.equal(envForOthers(env, {}), env)
  // With a password file, PGPASSWORD does not belong to the state.
  const byFile = { ...env, SLIPWAY_STATE_PASSWORD_FILE: '/nowhere/password' }
  assert.equal(envForOthers(byFile, { shared }), byFile)
  assert.equal(await passwordOfState({ shared: { ...shared, places: { env: byFile, home: '' } } }), undefined)
})
