import type { PodStatus } from '@slipway/operations/node/node-status'
import { table } from '../table.ts'

export const nothing = 'Nothing is scheduled, and nothing runs.\n'

export function statusTable(all: readonly PodStatus[]): string {
  const rows = all.map(({ node, pod, kind, state, suspended, pid, attempts, manifest, step, reason, healthy }) => [
    node,
    kind === 'hook' ? `${pod} (hook)` : pod,
    suspended === true ? 'suspended' : step === undefined ? state : `${state}: ${step}`,
    pid === undefined ? '-' : String(pid),
    String(attempts),
    manifest === undefined ? '-' : manifest.slice('sha256:'.length, 'sha256:'.length + 12),
    reason ?? (state === 'running' && healthy === false ? 'not healthy' : ''),
  ])
  return table([['NODE', 'POD', 'STATE', 'PID', 'ATTEMPTS', 'MANIFEST', 'REASON'], ...rows])
}
