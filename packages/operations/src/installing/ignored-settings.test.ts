import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Observer } from '../events.ts'
import { machine } from '../sdks/testing/machine.ts'
import { getPackageSchema } from '../packages/get-schema.ts'
import { installPlugins } from './install-plugins.ts'
import { installProject } from './install-project.ts'
import { updatePlugins } from './update-plugins.ts'

test('a mirror that only the project names is ignored by every installing command, and each says so', async (t) => {
  const { slipway, write, mirrored } = machine(t)
  write('slipway.config.yaml', 'plugins:\n  mirror: ./mirror\n')
  const settings = mirrored()
  const said: string[] = []
  const observe: Observer = (event) => {
    if (event.type === 'notice') said.push(event.message.split(', because')[0] ?? '')
  }
  await installPlugins(slipway, { descriptors: ['pulumi:sheets'], settings }, observe)
  await installProject(slipway, { settings }, observe)
  await updatePlugins(slipway, { names: [], settings }, observe)
  await getPackageSchema(slipway, { source: 'sheets', settings }, observe)
  assert.deepEqual(
    said.filter((line) => line.includes('mirror')),
    Array.from({ length: 4 }, () => 'slipway.config.yaml:2: plugins.mirror is ignored'),
  )
})
