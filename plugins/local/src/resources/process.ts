import { createHmac } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { badInput, computed, defineResource, refused, unexpected, type ResourceCall } from '@slipway/sdk'
import { missing, unless } from '../files/system-error.ts'
import { pathOf } from '../call-folders.ts'
import { neverRan } from '../processes/never-ran.ts'
import { beginCheck, checkOf, endCheck, isNewStill } from '../processes/checks.ts'
import { isTaken, problemAt } from '../processes/health.ts'
import { carriedRecord, keepCarried, startedText, type Carried } from '../processes/carried.ts'
import { isRunning } from '../processes/identity.ts'
import { problemWith } from '../processes/program.ts'
import { shortenLog, tailOfLog } from '../processes/process-log.ts'
import {
  findRecord,
  isElsewhere,
  folderOf,
  putBack,
  readRecord,
  removeFolder,
  type ProcessFolder,
  type ProcessRecord,
} from '../processes/record.ts'
import { endingOf, settlesWithinMs, start } from '../processes/start.ts'
import { stop } from '../processes/stop.ts'
import { environmentWith } from '../shell/environment.ts'
import { inTurn } from '../path-turns.ts'

const schema = z.object({
  command: z
    .string()
    .min(1)
    .describe(
      'Program to run. If there are no `args` and the string contains spaces, it is a command line for `/bin/sh -c`.',
    ),
  args: z.array(z.string()).optional().describe('Arguments of the program.'),
  env: z.record(z.string(), z.string()).optional().describe('Variables to add to the environment.'),
  cwd: z
    .string()
    .min(1)
    .optional()
    .describe('Working directory, relative to the blueprint. Default: the folder of the blueprint.'),
  health: z
    .object({
      http: z.url({ protocol: /^https?$/ }).describe('URL to request until the process answers with 2xx or 3xx.'),
      timeoutMs: z
        .int()
        .min(1)
        .default(30_000)
        .describe('Time limit for the first such answer after a deployment, in milliseconds.'),
    })
    .optional()
    .describe('How to find out that the process is ready. Default: it is ready when it has run for 250 milliseconds.'),
  stopTimeoutMs: z
    .int()
    .min(0)
    .optional()
    .describe('Time that the process has to end by itself before it is killed, in milliseconds. Default: 5000.'),
  pid: computed(z.int().describe('Process id.')),
  started: computed(
    z
      .string()
      .describe(
        'When and on which machine it was started, in a form that Slipway understands: a state that was restored from a backup, or moved, knows the process again by it.',
      ),
  ),
  logFile: computed(
    z
      .string()
      .describe(
        'File that receives the output of the process. If it is larger than 8 MiB at a deployment, its end is moved to `log.1` and a new log begins.',
      ),
  ),
})

type Spec = Omit<z.output<typeof schema>, 'pid' | 'started' | 'logFile'>
type ProcessCall = ResourceCall & { readonly spec: Spec }
type RecordedCall = ResourceCall & { readonly spec: Spec & Carried }

export const process = defineResource({
  type: 'local/process',
  label: 'Process',
  description:
    'A process that keeps running, in its own session, after Slipway has ended. Slipway recognises the process by its pid and start time. If the process has stopped, `--refresh` notices this and the process is started again. A process that was started on another machine is left alone, because nobody can see from here whether it runs. A change of the command, its arguments, environment or working directory restarts the process. A change of `health` or `stopTimeoutMs` alone does not: if the process does not answer then, the update fails, and the process is left running. A program that does not exist is refused before the old process is stopped. When the resource is destroyed, Slipway asks the process and its whole group to end, then kills them, and removes the log.',
  examples: [
    'type: local/process\nspec:\n  command: node\n  args: [server.mjs]\n  env:\n    PORT: "8080"\n  health:\n    http: http://127.0.0.1:8080/',
  ],
  schema,
  settlement: 'find',
  // a process that is about to become the program is not in this plugin's process group
  settlesWithinMs,
  // the process that answers there is this one: two that want the same port cannot both have it
  identity: { fields: ['health.http'] },
  destroyBeforeCreate: true,
  liesInFolder: true,

  async deploy(call) {
    const folder = folderOf(call)
    return inTurn(folder.path, async () => {
      await putBack(folder)
      const { current } = call
      const known = await knownOf(current === undefined ? call : { ...call, spec: current.spec })
      refuseElsewhere(known?.record)
      if (known?.isCarried === true) await keepCarried(folder, known.record)
      const running = await runningOf(call)
      const fingerprint = fingerprintOf(call)
      const isKept = running?.fingerprint === fingerprint
      const record = isKept ? running : await restart(call, running, fingerprint)
      const { pid } = record
      beginCheck(folder, pid, !isKept || (isNewStill(folder, pid) && current?.spec.pid !== pid))
      await shortenLog(folder)
      return { pid, started: startedText(record, call.resourceId), logFile: folder.log }
    })
  },

  async stabilised(call) {
    const { health } = call.spec
    const folder = folderOf(call)
    for (let pause = 10, waited = 0; waited < patienceMs; waited += pause, pause = Math.min(pause * 2, 100)) {
      const problem = health === undefined ? undefined : await problemAt(new URL(health.http), call.signal)
      const record = await runningOf(call)
      // asked after the answer, which may have come from another process
      if (record === undefined) throw await failed(call, await endingText(call))
      const { since, isNew } = checkOf(folder, record.pid)
      if (problem === undefined && (health !== undefined || Date.now() - record.startedAt >= provenAfterMs)) {
        endCheck(folder)
        return true
      }
      if (health !== undefined && performance.now() - since > health.timeoutMs) {
        const what = `did not answer at ${health.http} within ${health.timeoutMs} ms: ${problem}`
        throw await (isNew ? failed(call, what) : leftRunning(call, what))
      }
      await sleep(pause, undefined, { signal: call.signal })
    }
    return false
  },

  async read(call) {
    const record = (await knownOf(call))?.record
    if (record === undefined) return undefined
    refuseElsewhere(record)
    const started = startedText(record, call.resourceId)
    return { pid: record.pid, started, logFile: folderOf(call).log, command: driftOf(call, record) }
  },

  async destroy(call) {
    const folder = folderOf(call)
    await inTurn(folder.path, async () => {
      await putBack(folder)
      const known = await knownOf(call)
      refuseElsewhere(known?.record)
      if (known?.isCarried === true) await keepCarried(folder, known.record)
      await end(folder, graceOf(call))
    })
  },
})

/** A copy of the state's folder may be on a machine that can neither see nor end the process. */
function refuseElsewhere(record: ProcessRecord | undefined): void {
  if (record !== undefined && isElsewhere(record))
    throw refused(
      `it was started on another machine, as process ${record.pid}, and may still run there: continue on that machine, or, if it has certainly ended, forget it with slipway state rm`,
    )
}

function graceOf({ spec }: ProcessCall): number {
  return spec.stopTimeoutMs ?? 5000
}

/** Ends the process, even one that has just started, and removes its folder. */
async function end(folder: ProcessFolder, graceMs: number): Promise<void> {
  for (let record = await readRecord(folder); ;) {
    if (record !== undefined) await stop(record, graceMs)
    record = await removeFolder(folder)
    if (record === undefined) return
  }
}

/**
 * The problem with the process, in place of its command. A process that has ended leaves traces: its log, and processes of its group that
 * may hold its port. Its command and settings may hold secrets, so they are not shown.
 */
function driftOf(call: ProcessCall, record: ProcessRecord): string | undefined {
  if (!isRunning(record)) return '(has ended)'
  return record.fingerprint === fingerprintOf(call) ? undefined : '(started with something else)'
}

/** Milliseconds for which one question for stability waits for a positive answer. */
const patienceMs = 1000

/** A process without a health check counts as stable after this time: a taken port shows sooner. */
const provenAfterMs = 250

/** Milliseconds for which the group of a killed process may still hold its port. */
const releaseMs = 1000

/** The values recorded beside the state, else those of the state itself (`isCarried`). */
async function knownOf(
  call: RecordedCall,
): Promise<{ readonly record: ProcessRecord; readonly isCarried: boolean } | undefined> {
  const record = await findRecord(folderOf(call))
  if (record !== undefined) return { record, isCarried: false }
  const carried = carriedRecord(call.spec, call.resourceId, fingerprintOf(call))
  return carried && { record: carried, isCarried: true }
}

async function runningOf(call: ProcessCall): Promise<ProcessRecord | undefined> {
  const record = await readRecord(folderOf(call))
  return record !== undefined && isRunning(record) ? record : undefined
}

async function restart(
  call: ProcessCall,
  running: ProcessRecord | undefined,
  fingerprint: string,
): Promise<ProcessRecord> {
  const { spec } = call
  const folder = folderOf(call)
  const cwd = pathOf(call, spec.cwd ?? '.')
  if ((await unless(missing, stat(cwd)))?.isDirectory() !== true) throw refused(`cwd: there is no directory ${cwd}`)
  const argv = argvOf(spec)
  const env = environmentWith(spec.env ?? {})
  const problem = await problemWith(argv[0], cwd, env['PATH'])
  if (problem !== undefined) throw refused(`command: ${problem}`)
  if (running === undefined)
    for (const line of await tailOfLog(folder)) call.log.warn(`did not run; the end of its output: ${line}`)
  await end(folder, graceOf(call))
  if (spec.health !== undefined) await awaitFree(new URL(spec.health.http), running === undefined ? 0 : releaseMs)
  return start({ folder, fingerprint, argv, cwd, env })
}

/** Waits until the port is free: another server there would answer the health check. */
async function awaitFree(url: URL, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs
  while (await isTaken(url)) {
    if (performance.now() >= deadline)
      throw badInput(`${url.host} is taken: another program listens there; stop it, or choose another port`)
    await sleep(20)
  }
}

function argvOf({ command, args }: Spec): readonly [string, ...string[]] {
  if (args === undefined && /\s/.test(command)) return ['/bin/sh', '-c', command]
  return [command, ...(args ?? [])]
}

/** Shows whether a process was started with this spec, without revealing the spec to others. */
function fingerprintOf(call: ProcessCall): string {
  const { command, args, env, cwd } = call.spec
  const text = JSON.stringify([command, args ?? [], env ?? {}, pathOf(call, cwd ?? '.')])
  return createHmac('sha256', call.resourceId).update(text).digest('hex')
}

async function endingText(call: ProcessCall): Promise<string> {
  const record = await readRecord(folderOf(call))
  const ending = record && endingOf(record.pid)
  return ending === undefined ? 'has ended' : `has ended with ${ending}`
}

/** The failure of a process that could not start, with its last output; no part of it is left. */
async function failed(call: ProcessCall, what: string): Promise<Error> {
  const folder = folderOf(call)
  const all = await tailOfLog(folder)
  await inTurn(folder.path, () => end(folder, graceOf(call)))
  endCheck(folder)
  const never = neverRan(all.at(-1))
  return never === undefined ? saying(`the process ${what}`, all) : saying(never, all.slice(0, -1))
}

/** The failure of a process that ran before. It keeps running: it may be at work for others, and a new check is no reason to end it. */
async function leftRunning(call: ProcessCall, what: string): Promise<Error> {
  const folder = folderOf(call)
  endCheck(folder)
  return saying(`the process ${what}; it ran before, so it keeps running`, await tailOfLog(folder))
}

function saying(message: string, output: readonly string[]): Error {
  return unexpected(message, output.length === 0 ? [message] : [message, 'the end of its output:', ...output])
}
