import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '@slipway/model'
import type { InstalledPlugin } from '../dialects/dialect.ts'
import { launchOnce, type Connection, type LaunchContext, type LaunchFailure } from '../launch/launcher.ts'
import { pluginLogFile } from '../layout.ts'
import type { HostEvent } from './event.ts'

export interface LaunchPolicy {
  /** The number of launches, the first one included. Only this and the deadline limit their time. */
  readonly attempts: number
  /** Milliseconds from the start of a process until it has registered and answers. */
  readonly deadlineMs: number
  /** Milliseconds before the second launch; the pause doubles each time, up to ten times as much. */
  readonly firstPauseMs: number
}

/** Launches a plugin until it runs. Fails with a Failure that names it when the attempts are used up or cannot help. */
export async function launchUntilRunning(
  plugin: InstalledPlugin,
  context: LaunchContext,
  policy: LaunchPolicy,
  signal: AbortSignal,
  emit: (kind: HostEvent['kind'], message: string, pid?: number) => void,
): Promise<Connection> {
  const failures: LaunchFailure[] = []
  for (;;) {
    const launched = await context.slots.run(() =>
      launchOnce(plugin, context, {
        deadlineMs: policy.deadlineMs,
        signal,
        onLaunched: (pid) => emit('launched', `${plugin.id} ${plugin.version} is launched as process ${pid}`, pid),
        onRemark: (sentence) => emit('said', sentence),
        // The failed launch reports a refusal of the plugin itself.
        onRefused: ({ refusal, stranger }) => {
          if (stranger) emit('refused', `a registration as ${plugin.id} is refused: ${refusal}`)
        },
      }),
    )
    if ('channel' in launched) {
      emit('registered', `${plugin.id} is ready after ${launched.tookMs} ms`, launched.process.pid)
      return launched
    }
    failures.push(launched)
    if (signal.aborted) throw stoppedWhileStarting(plugin)
    const isLast = launched.permanent || failures.length >= policy.attempts
    emit('launch-failed', `${plugin.id} ${launched.reason} (launch ${failures.length} of ${policy.attempts})`)
    if (isLast) throw notStarted(plugin, failures, pluginLogFile(context.logDir, plugin.id))
    await pause(policy.firstPauseMs, failures.length, signal)
  }
}

export function stoppedWhileStarting({ id }: InstalledPlugin): Failure {
  return new Failure('host/stopped', `${id} is not available: the plugin host is stopping`)
}

async function pause(firstPauseMs: number, failures: number, signal: AbortSignal): Promise<void> {
  const ms = firstPauseMs * Math.min(10, 2 ** (failures - 1))
  // The next launch notices an abort.
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}

function notStarted(plugin: InstalledPlugin, failures: readonly LaunchFailure[], logFile: string): Failure {
  const last = failures.at(-1)
  const times = failures.length === 1 ? '1 launch' : `${failures.length} launches`
  const reasons = new Set(failures.map((failure) => failure.reason))
  const history = reasons.size > 1 ? failures.map(({ reason }, index) => `launch ${index + 1}: it ${reason}`) : []
  const tail = last?.tail ?? []
  const tests = `, or run the plugin's tests: slipway plugin test ${plugin.file}`
  return new Failure(
    last?.code ?? 'host/launch-failed',
    `${[plugin.id, plugin.version].join(' ').trim()} did not start in ${times}: it ${last?.reason ?? 'was not launched'}`,
    {
      details: [...history, ...(tail.length > 0 ? ['its last output:', ...tail] : ['it printed nothing'])],
      hint: last?.hint ?? `look at ${logFile}${plugin.dialect.isTested === true ? tests : ''}`,
    },
  )
}
