/** The system's facts about a process that we need. */
export interface ProcessEntry {
  readonly pid: number
  readonly state: string
  readonly group: number
  /** The number of threads. Others may outlive the first thread, which is then a zombie. */
  readonly threads: number
  /** Clock ticks since boot, or seconds of `ps`: together with the pid it names a process for as long as the machine is up; 0 when not known. */
  readonly start: number
}
