import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { OperationEvent } from '../events.ts'
import { findProject } from '../project/project.ts'
import { checkStatePlace } from './state-place.ts'

const nfs = (): { readonly type: number } => ({ type: 0x6969 })

test('a project cannot allow a state on a network file system; its user can', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-place-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'app.blueprint.yaml'), 'version: 2025-11-02\nresources: {}\n')
  writeFileSync(join(folder, 'slipway.config.yaml'), 'state: { allowNetwork: true }\n')
  const env = { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') }
  const heard: string[] = []
  const hear = (event: OperationEvent): unknown => event.type === 'notice' && heard.push(event.message)
  const check = async (access: 'read' | 'write', more: NodeJS.ProcessEnv = {}): Promise<void> => {
    const project = await findProject({ cwd: folder, env: { ...env, ...more } }, {}, 'looks')
    checkStatePlace(project, access, hear, nfs)
  }
  const refused = { code: 'state/network-file-system', message: /no state is made in .*\.slipway: it is on nfs/ }
  await assert.rejects(check('write'), refused)
  await check('read')
  assert.equal(heard.length, 0)
  await check('write', { SLIPWAY_STATE_ALLOW_NETWORK: 'true' })
  mkdirSync(join(folder, '.slipway'))
  writeFileSync(join(folder, '.slipway/state.db'), '')
  await assert.rejects(check('write'), { code: 'state/network-file-system', message: /is not changed/ })
  await check('read')
  assert.deepEqual(
    heard.map((message) => message.includes('use it from one machine only')),
    [true, true],
  )
})
