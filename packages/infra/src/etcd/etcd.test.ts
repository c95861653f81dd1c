import { remoteStoreSuite } from '../testing/store-suite.ts'
import { newPlugin, useName, useSettings } from './plugin.ts'

remoteStoreSuite('etcd', (name, port) =>
  newPlugin(useName(name), useSettings({ endpoints: [`127.0.0.1:${port}`], timeout: 20_000 })),
)
