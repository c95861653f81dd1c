export { prepareDirectory } from './database.ts'
export { refuseImpossible } from './state-folder.ts'
export { inTurn } from './turn.ts'
export { holdsState, refuseUnsafe, sqliteStore, type SqliteStoreOptions } from './store.ts'
