import { after } from 'node:test'
import { missing, startServer } from '../../packages/infra/src/testing/servers.ts'
import { stateStoreConformance } from '../../packages/stores/src/conformance/conformance.ts'
import { freshAddress, Machine } from './database.ts'

const server = missing('postgres') === false ? await startServer('postgres') : undefined
after(() => server?.remove())

if (server !== undefined)
  stateStoreConformance('postgres', {
    clockOfOthers: 'the same',
    async make(clock, sealer) {
      const machine = new Machine()
      const now = (): string => `(timestamptz 'epoch' + ${clock.monotonic()} * interval '1 ms')`
      const store = await machine.store(freshAddress(server), { sealer, now, clock })
      return {
        store,
        async dispose() {
          await store.close()
          machine.remove()
        },
      }
    },
  })
