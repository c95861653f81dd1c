export { exportInstance, type ExportOptions } from './export.ts'
export { documentChanges, importInstance, type ImportOptions } from './import.ts'
