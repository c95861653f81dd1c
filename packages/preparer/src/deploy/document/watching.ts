import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Failure } from '@slipway/model'
import type { Manifest } from '../../manifest/manifest.ts'
import { authPolicy, type AuthPolicy, type Objection } from '../../policies/policy.ts'
import { ShimSupervisor } from '../../supervise/shim-supervisor.ts'
import { shellHook, type sleeper, TestNode } from '../../testing/test-node.ts'

/** A policy that refuses the manifests and installations in its lists. */
export class ListPolicy implements AuthPolicy {
  readonly name = 'list-policy'
  readonly provides = [authPolicy]
  version = '1'
  readonly refused = new Set<string>()
  readonly unverified = new Set<string>()

  init(): void {}
  close(): void {}

  authorise({ hash }: Manifest): Objection {
    return this.refused.has(hash) ? 'it is on the list' : undefined
  }

  verify({ hash }: Manifest): Objection {
    return this.unverified.has(hash) ? 'its code is on the list' : undefined
  }

  authoriseTask(): Objection {
    return undefined
  }
}

/** Writes for each moment: its name, the pod, the attempt, the running versions of the pod, and whether its config and code are there. */
const observer = `
runs=$(grep -aohE 'version-[a-z]+-${process.pid}' /proc/[0-9]*/cmdline 2>/dev/null | sort -u | cut -d- -f1,2 | tr '\\n' ',')
config=no; [ ! -e "$HOOKED_CONFIG_PATH" ] || config=yes
code=$(ls "$HOOKED_POD_HOME"/*/installs 2>/dev/null | grep -o '^[a-z]*_v[0-9]*' | sort -u | tr '\\n' ' ' | sed 's/^/ code=/')
echo "$HOOK_EVENT $HOOKED_POD_ID $HOOK_ATTEMPT runs=$runs files=$config$code" >> "$CONFIG_LOG"
`

export async function watched(context: TestContext, more: Parameters<typeof TestNode.start>[1] = {}) {
  const node = await TestNode.start(context, more)
  const log = join(node.root, 'moments')
  const hook = shellHook('observer', observer)
  await node.schedule({ ...hook, env: { CONFIG_LOG: log } }, 'hook')
  await node.becomes('observer', 'running')
  const seen = (): readonly string[] => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [])
  return { node, seen, log }
}

/** A pod with its version in the command line of every process. */
export function version(id: string, name: string, more: Parameters<typeof sleeper>[2] = {}) {
  const command = ['/bin/sh', '-c', `: version-${name}-${process.pid}; while :; do sleep 600; done`]
  return { id, launchables: { main: { type: 'command', command } }, graceMs: 1000, ...more }
}

/** A supervisor that fails to end programs as often as the test orders. */
export class StubbornSupervisor extends ShimSupervisor {
  failures = 0

  override async stop(folder: string, graceMs: number): Promise<void> {
    if (this.failures > 0) {
      this.failures--
      throw new Failure('node/halt-failed', 'it does not want to end')
    }
    await super.stop(folder, graceMs)
  }
}

export function run(command: string, ...args: readonly string[]): string {
  return spawnSync(command, args, { encoding: 'utf8' }).stdout
}

export function cannotAddUsers(): string | false {
  return process.getuid?.() === 0 && run('which', 'useradd') !== '' ? false : 'only root can add users'
}

export const names = (lines: readonly string[]): readonly string[] => lines.map((line) => line.split(' ')[0] ?? '')
