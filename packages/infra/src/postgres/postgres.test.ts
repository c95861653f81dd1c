import { remoteStoreSuite } from '../testing/store-suite.ts'
import { newPlugin, useName, useSettings } from './plugin.ts'

remoteStoreSuite('postgres', (name, port) =>
  newPlugin(useName(name), useSettings({ url: `postgres://test@127.0.0.1:${port}/postgres`, timeout: 20_000 })),
)
