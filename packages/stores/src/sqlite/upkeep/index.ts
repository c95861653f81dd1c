export { acceptState, type AcceptReport, type AcceptRequest } from './accept.ts'
export { backupContent, backupState } from './backup.ts'
export type { Keeper } from './in-use.ts'
export type { Inventory } from './inventory.ts'
export { lossesOf } from './losses.ts'
export { setAside } from './set-aside.ts'
export { resealState, type ResealReport, type ResealRequest } from './reseal.ts'
export {
  contentOfBackup,
  lookIntoBackup,
  restoreState,
  type ContentRequest,
  type RestoreReport,
  type RestoreRequest,
} from './restore.ts'
export { movableFolder } from './move-folder.ts'
