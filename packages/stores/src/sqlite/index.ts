export { refuseImpossible } from './state-folder.ts'
export { sqliteStore, type SqliteStoreOptions } from './store.ts'
