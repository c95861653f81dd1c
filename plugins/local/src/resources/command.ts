import { stat } from 'node:fs/promises'
import * as z from 'zod'
import { badInput, computed, defineResource, unexpected, type ResourceCall } from '@slipway/sdk'
import { missing, unless } from '../files/system-error.ts'
import { memoryOf } from '../memory.ts'
import { pathOf } from '../call-folders.ts'
import { lastLines } from '../shell/last-lines.ts'
import { completionOf, forgetCompletion, markCompleted, type Completion } from '../shell/completion.ts'
import { environmentWith } from '../shell/environment.ts'
import { run } from '../shell/run.ts'

const schema = z.object({
  create: z.string().min(1).describe('Command that creates the object. It runs in `/bin/sh -c` and must exit with 0.'),
  update: z
    .string()
    .optional()
    .describe(
      'Command to run when `create`, `update`, `env`, `cwd` or `triggers` has changed. Default: `create` runs again.',
    ),
  delete: z.string().optional().describe('Command that destroys the object. Default: none.'),
  env: z.record(z.string(), z.string()).optional().describe('Variables to add to the environment.'),
  cwd: z
    .string()
    .min(1)
    .optional()
    .describe('Working directory, relative to the blueprint. Default: the folder of the blueprint.'),
  triggers: z
    .record(z.string(), z.string())
    .optional()
    .describe('Any values. A change of one of them runs the update.'),
  timeoutMs: z.int().min(1).optional().describe('Time limit for one run, in milliseconds.'),
  stdout: computed(
    z.string().describe('Standard output of the last run, without trailing line breaks. At most 1 MiB.'),
  ),
  exitCode: computed(z.int().describe('Exit code of the last run.')),
})

type Spec = Omit<z.output<typeof schema>, 'stdout' | 'exitCode'>
type Moment = 'create' | 'update' | 'delete'

export const command = defineResource({
  type: 'local/command',
  label: 'Command',
  description:
    'Shell commands that create, update and destroy an object for which there is no resource type. If a crash interrupts a command, the command runs again, so it must be safe to run twice. A command that has finished does not run again. After an update that failed, the next one always runs, also if the blueprint goes back; after a delete that failed, `create` runs if the object is wanted again. If the command is replaced (`--replace`, `replaceTriggeredBy`), `create` of the new one runs first, then `delete` of the old one. If both are about one object, set `replaceOrder: destroy-first`: otherwise `delete` takes away what `create` has made. To rename the resource, say so with `moved`: then nothing runs. Without `moved`, `create` runs under the new name, then `delete` under the old one. The variable `SLIPWAY_RESOURCE_ID` contains the resource id. Cancelling a command stops its whole process group.',
  examples: [
    'type: local/command\nspec:\n  create: createdb shop\n  delete: dropdb shop\n  env:\n    PGHOST: localhost',
  ],
  schema,
  settlement: 'repeatable',

  async deploy(call) {
    const { spec, current } = call
    const { stdout, exitCode } = current?.spec ?? {}
    const isWhole = current?.status === 'created' || current?.status === 'updated'
    if (isWhole && stdout !== undefined && exitCode !== undefined && !isToRun(spec, current.spec))
      return { stdout, exitCode }
    // After a failed delete there may be nothing left to update.
    const isHalfGone = current?.status.startsWith('destroy') === true
    const moment = exitCode === undefined || isHalfGone ? 'create' : 'update'
    const text = moment === 'create' ? spec.create : (spec.update ?? spec.create)
    const mark = memoryOf(call, 'commands', call.resourceId)
    const inputs = JSON.stringify([moment, text, spec.env, spec.cwd, spec.triggers])
    const done = await completionOf(mark, inputs)
    if (done !== undefined) {
      call.log.info(`${moment} has already finished, so it does not run again`)
      return done
    }
    // The result of an earlier command is no longer valid, however this one ends.
    await forgetCompletion(mark)
    const completion = await runToEnd(call, moment, text)
    await markCompleted(mark, inputs, completion)
    return completion
  },

  read: ({ spec }) => (spec.exitCode === undefined ? undefined : {}),

  async destroy(call) {
    const { spec } = call
    await forgetCompletion(memoryOf(call, 'commands', call.resourceId))
    if (spec.delete !== undefined) await runToEnd(call, 'delete', spec.delete)
  },
})

/** A change of the destroy command, or of the time limit, runs nothing. */
function isToRun(next: Spec, last: Spec): boolean {
  const relevant = ({ create, update, env, cwd, triggers }: Spec) =>
    JSON.stringify([create, update, env, cwd, triggers])
  return relevant(next) !== relevant(last)
}

async function runToEnd(call: ResourceCall & { spec: Spec }, moment: Moment, text: string): Promise<Completion> {
  const { spec, resourceId, log, signal } = call
  const cwd = pathOf(call, spec.cwd ?? '.')
  if ((await unless(missing, stat(cwd)))?.isDirectory() !== true) throw badInput(`cwd: there is no directory ${cwd}`)
  const limit = spec.timeoutMs === undefined ? undefined : AbortSignal.timeout(spec.timeoutMs)
  const env = environmentWith({ ...spec.env, SLIPWAY_RESOURCE_ID: resourceId })
  const stop = limit === undefined ? signal : AbortSignal.any([signal, limit])
  const { exitCode, stdout, stderr, dropped } = await run({ command: text, cwd, env, signal: stop }).catch((thrown) => {
    throw limit?.aborted === true
      ? unexpected(`${moment} took longer than ${spec.timeoutMs} ms, and was stopped`)
      : thrown
  })
  if (exitCode !== 0)
    throw unexpected(`${moment} ended with exit code ${exitCode}`, [
      `${moment} ended with exit code ${exitCode}`,
      ...lastLines(stderr === '' ? stdout : stderr, 20),
    ])
  if (dropped > 0) log.warn(`${moment} printed more than 1 MiB; ${dropped} bytes are dropped`)
  return { stdout: stdout.replace(/\n+$/, ''), exitCode }
}
