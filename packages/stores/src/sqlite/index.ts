export { refuseImpossible } from './state-folder.ts'
export { inTurn } from './turn.ts'
export { sqliteStore, type SqliteStoreOptions } from './store.ts'
