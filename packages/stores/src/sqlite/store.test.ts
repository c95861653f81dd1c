import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stateStoreConformance } from '../conformance/conformance.ts'
import { sqliteStore } from './store.ts'

stateStoreConformance('sqlite', {
  clockOfOthers: 'their own',
  async make(clock, sealer) {
    const directory = mkdtempSync(join(tmpdir(), 'slipway-store-'))
    const store = sqliteStore({ directory, clock, sealer })
    await store.open()
    return {
      store,
      async dispose() {
        await store.close()
        rmSync(directory, { recursive: true })
      },
    }
  },
})
