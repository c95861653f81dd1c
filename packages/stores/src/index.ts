export * from './port.ts'
export * from './records.ts'
