/** Options of every command about nodes. */
export interface StoreOptions {
  readonly root?: string
  readonly store?: string
  readonly json?: boolean
}

export interface RunOptions extends StoreOptions {
  readonly name?: string
  readonly policy?: string
  readonly acceptIntent?: boolean
  readonly auditRows?: number
}

export interface ScheduleOptions extends StoreOptions {
  readonly node?: string
  readonly hook?: boolean
}

export interface LogsOptions extends StoreOptions {
  readonly lines: number
}

export interface DrainOptions extends StoreOptions {
  readonly node?: string
  readonly undo?: boolean
}
