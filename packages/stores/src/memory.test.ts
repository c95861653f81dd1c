import { stateStoreConformance } from './conformance/conformance.ts'
import { memoryStore } from './memory.ts'

stateStoreConformance('memory', {
  clockOfOthers: 'their own',
  make: async (clock, sealer) => ({ store: memoryStore({ clock, sealer }), dispose: async () => {} }),
})
