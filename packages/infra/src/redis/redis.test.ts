import { remoteStoreSuite } from '../testing/store-suite.ts'
import { newPlugin, useName, useSettings } from './plugin.ts'

remoteStoreSuite('redis', (name, port) =>
  newPlugin(useName(name), useSettings({ url: `redis://127.0.0.1:${port}`, timeout: 20_000 })),
)
