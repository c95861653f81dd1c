import type { TaskRecord, TaskResult } from './records.ts'

export function taskResult({
  id: _id,
  deploymentId: _deployment,
  runId: _run,
  fingerprint: _print,
  ...result
}: TaskRecord): TaskResult {
  return result
}
