export * from './lock.ts'
export * from './memory.ts'
export * from './port.ts'
export * from './records.ts'
