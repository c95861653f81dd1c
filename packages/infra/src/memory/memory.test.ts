import { storeSuite } from '../testing/store-suite.ts'
import { newPlugin } from './plugin.ts'

storeSuite('memory', () => {
  const store = newPlugin()
  return [store, store]
})
