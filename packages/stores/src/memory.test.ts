import { stateStoreConformance } from './conformance.ts'
import { memoryStore } from './memory.ts'

stateStoreConformance('memory', {
  make: async (clock) => ({ store: memoryStore({ clock }), dispose: async () => {} }),
})
