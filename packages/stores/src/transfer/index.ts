export { exportInstance, type ExportOptions } from './export.ts'
export { importInstance, type ImportOptions } from './import.ts'
