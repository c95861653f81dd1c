export { guardedGroup } from './command/guarded-group.ts'
export { type Command, type CommandEnd, runCommand } from './command/run-command.ts'
export { describeExit, exitOf, type ExitStatus, exitText } from './exit-status.ts'
export {
  bootId,
  fateOf,
  isGone,
  isRunning,
  isSameStart,
  machineBoot,
  type ProcessIdentity,
  processIdentity,
  type ProcessName,
} from './identity/identity.ts'
export {
  actingUser,
  commandLine,
  driverVariable,
  environmentVariable,
  hasProc,
  livingMembers,
  notedProcess,
  parseStat,
  processEntry,
} from './identity/proc.ts'
export { FirstBytes, LastBytes } from './output/bounded-bytes.ts'
export { LineSplitter } from './output/line-splitter.ts'
export { LogFile } from './output/log-file.ts'
export { PipeSupply } from './output/pipe-supply.ts'
export { PrintedLines } from './output/printed-lines.ts'
export { ProcessOutput } from './output/process-output.ts'
export { withStdioAlone } from './output/stdio-alone.ts'
export { onceRead } from './once-read.ts'
export { groupIsEmpty, signalGroup } from './process-groups/group.ts'
export { GroupRecord } from './process-groups/group-record.ts'
export { GroupSockets, type Holding } from './process-groups/group-sockets.ts'
export { GuardedProcess } from './process-groups/guarded-process.ts'
export { Guardian } from './process-groups/guardian.ts'
export { endGroupsOf, endLeftGroups, type Leftovers } from './process-groups/leftovers.ts'
export { markOf, markVariable } from './process-groups/mark.ts'
export { endStrays, pluginVariable, runVariable, type Stray, straysOf } from './process-groups/strays.ts'
export { settledWithin } from './settled-within.ts'
export { hasPs } from './identity/ps.ts'
