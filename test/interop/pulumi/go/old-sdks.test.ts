// test:rest: more cases of what providers.test.ts shows, with older SDKs
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { suite } from '../../needs.ts'
import { buildProviders, oldSdks, type Providers, skipWithoutGo } from './build.ts'
import { kinds, life } from './kinds.ts'
import { providersMachine } from './providers-machine.ts'

const onOldSdks = new Set(['lucky:index/string:String', 'plain:index:Note'])

for (const sdk of oldSdks)
  suite(`a provider on version ${sdk} of the SDK for Go`, { skip: skipWithoutGo, timeout: 900_000 }, () => {
    let providers: Providers
    before(async () => {
      providers = await buildProviders(sdk)
    })

    for (const [what, kind] of Object.entries(kinds))
      if (onOldSdks.has(kind.type)) test(`serves a whole life: ${what}`, (t) => life(t, providers, kind))

    // Their entry point checks every second whether the engine is still there.
    test('may take its time', (t) => {
      const { blueprint, done, say } = providersMachine(t, providers.file)
      blueprint('  it: { type: "lucky:index/string:String", spec: { length: 3 } }')
      say('slow')
      assert.match(done('up', '--yes'), /it created/)
    })
  })
