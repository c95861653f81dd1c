export { exportInstance, type ExportOptions } from './export.ts'
export { documentChanges, hasOldForm, importInstance, type ImportOptions } from './import.ts'
