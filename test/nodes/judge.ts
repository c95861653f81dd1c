import assert from 'node:assert/strict'
import type { AuditEntry } from '@slipway/preparer'
import type { PodStatus } from '@slipway/operations/node/node-status'
import { disallowed } from '../../packages/preparer/src/testing/document-order.ts'
import type { Nodes } from './nodes.ts'

/** Names of the hooks for all moments. */
const forAllMoments = ['observer', 'slow', 'resident'] as const

/** Checks that the audit of one hook on one node has all runs that the hook knows of, in an order that the document allows. */
export async function judgeAudit(nodes: Nodes, running: readonly PodStatus[]): Promise<void> {
  const log = await nodes.log()
  for (const node of nodes.names) {
    const told = log.filter((entry) => entry.node === node)
    assert.deepEqual(forgotten(nodes.moments(node), told), [], `runs on ${node} that the audit does not know`)
    for (const hook of forAllMoments)
      for (const pod of new Set(told.map((entry) => entry.pod))) {
        const moments = told.filter((entry) => entry.hook === hook && entry.pod === pod && pod !== '')
        const wrong = disallowed(moments.map(({ moment, attempt, deploy = '' }) => ({ moment, attempt, deploy })))
        assert.deepEqual(wrong, [], `${hook} on ${node} for ${pod}: ${moments.map(text).join(', ')}`)
      }
  }
  for (const pod of running) judgeLastDeploy(pod, log)
}

/** Checks that every hook for all moments was called for each of them, with the number of the attempt. */
function judgeLastDeploy({ node, pod, attempts }: PodStatus, log: readonly AuditEntry[]): void {
  for (const hook of forAllMoments) {
    const own = log.filter((entry) => entry.node === node && entry.hook === hook && entry.pod === pod)
    const deploy = own.findLast(({ moment }) => moment === 'after_launch')?.deploy
    const moments = own.filter((entry) => entry.deploy === deploy && entry.attempt === attempts)
    assert.deepEqual(
      [...new Set(moments.map(({ moment }) => moment))],
      ['before_install', 'after_install', 'before_launch', 'after_launch'],
      `${hook} on ${node} for ${pod}, attempt ${attempts}: ${own.map(text).join(', ')}`,
    )
  }
}

function forgotten(written: readonly string[], told: readonly AuditEntry[]): readonly string[] {
  const known = told.filter(({ hook }) => hook === 'observer').map(text)
  return written.filter((line) => {
    const index = known.indexOf(line)
    if (index >= 0) known.splice(index, 1)
    return index < 0
  })
}

/** A moment in the form in which the observing hook writes it. */
function text({ moment, pod, attempt, deploy }: AuditEntry): string {
  return `${moment} ${pod} ${attempt} ${deploy}`
}
