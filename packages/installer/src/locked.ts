/** The only part of the installer that discovery needs. It is kept small, because every command loads it. */
export { platformOf } from './descriptor/platform.ts'
export { lockFileName, openLock } from './lock/open-lock.ts'
export { installedRecords } from './store/check-installed.ts'
export type { InstallRecord } from './store/records.ts'
