export { refuseImpossible } from './places.ts'
export { sqliteStore, type SqliteStoreOptions } from './store.ts'
