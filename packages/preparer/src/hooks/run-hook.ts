import { closeSync, openSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '@slipway/model'
import { type CommandEnd, exitText, LastBytes, type PipeSupply, runCommand } from '@slipway/processes'
import type { Layout } from '../install/layout.ts'
import { baseEnvironment, commandOf, launchableEnvironment, type Variables } from '../install/environment.ts'
import { refuseChanged } from '../install/installed-code.ts'
import { writePrivate } from '../install/private-file.ts'
import type { Json } from '../manifest/canonical.ts'
import type { Installed } from '../records/pod-record.ts'
import { accountOf, asAccount, type Account } from '../supervise/account.ts'
import type { Hook, Occasion } from './hook.ts'
import { ResidentHook } from './resident.ts'
import { keptResult, resultLimit } from './result.ts'

/** The surroundings of a hook's run. */
export interface HookSurroundings {
  /** Processes of resident hooks, by hook and launchable. */
  readonly residents: Map<string, ResidentHook>
  readonly pipes: PipeSupply
  readonly layout: Layout
  readonly node: string
  readonly env: NodeJS.ProcessEnv
  /** Aborting ends the hook. */
  readonly signal: AbortSignal
}

export interface HookEnd {
  /** Null when it did not end by itself. */
  readonly exit: number | null
  readonly problem?: string
  readonly output: string
  readonly result?: Json
}

/** The most bytes of a hook's output that are kept. */
const outputLimit = 4096

export type RunHook = typeof runHook

/** Runs one launchable of a hook for a moment, with a limit of time. Never rejects. */
export async function runHook(
  around: HookSurroundings,
  run: string,
  hook: Hook,
  installed: Installed,
  occasion: Occasion,
): Promise<HookEnd> {
  const isResident = hook.manifest.body.hook?.resident === true
  try {
    await refuseChanged(around.layout, { kind: 'hook', id: hook.manifest.id }, installed)
  } catch (error) {
    return { exit: null, problem: messageOf(error), output: '' }
  }
  return isResident ? askResident(around, hook, installed, occasion) : runOnce(around, run, hook, installed, occasion)
}

async function askResident(
  around: HookSurroundings,
  hook: Hook,
  installed: Installed,
  occasion: Occasion,
): Promise<HookEnd> {
  const { layout, residents, env } = around
  const { id, body } = hook.manifest
  const name = residentName(id, installed.name)
  let resident = residents.get(name)
  if (resident === undefined) {
    try {
      const account = await accountOf(body.run_as)
      const own = launchableEnvironment(layout, 'hook', hook.manifest, installed)
      const start = { command: commandOf(hook.manifest, installed), env: { ...baseEnvironment(env, account), ...own } }
      resident = new ResidentHook({ ...asAccount(account, start), cwd: installed.folder })
    } catch (error) {
      return { exit: null, problem: `it cannot be started: ${messageOf(error)}`, output: '' }
    }
    residents.set(name, resident)
  }
  const { ok, result, message } = await resident.call(contextOf(around, occasion), body.hook?.timeoutMs ?? 120_000)
  const problem = ok ? undefined : (message ?? 'it says that it failed')
  return {
    exit: ok ? 0 : 1,
    output: resident.output,
    ...(problem !== undefined && { problem }),
    ...(result !== undefined && { result }),
  }
}

/** The name under which its process is kept. */
function residentName(id: string, launchable: string): string {
  return `${id}/${launchable}`
}

async function runOnce(
  around: HookSurroundings,
  run: string,
  hook: Hook,
  installed: Installed,
  occasion: Occasion,
): Promise<HookEnd> {
  const { layout } = around
  const files = { manifest: join(layout.temporary, `${run}.yaml`), context: join(layout.temporary, `${run}.json`) }
  const [all, stdout] = [new LastBytes(outputLimit), new LastBytes(resultLimit)]
  const timeoutMs = hook.manifest.body.hook?.timeoutMs ?? 120_000
  let input: number | undefined
  try {
    const account = await accountOf(hook.manifest.body.run_as)
    writePrivate(layout.temporary, files.manifest, occasion.pod?.text ?? '{}', account)
    writePrivate(layout.temporary, files.context, `${JSON.stringify(contextOf(around, occasion))}\n`, account)
    input = openSync(files.context, 'r')
    const start = asAccount(account, {
      command: commandOf(hook.manifest, installed),
      env: hookEnvironment(around, hook, installed, occasion, files.manifest, account),
    })
    const end = await runCommand({
      command: `exec ${start.command.map(quoted).join(' ')}`,
      cwd: installed.folder,
      env: start.env,
      input,
      stdout: {
        add: (chunk) => {
          all.add(chunk)
          stdout.add(chunk)
        },
      },
      stderr: all,
      timeoutMs,
      signal: around.signal,
      pipes: around.pipes,
    })
    const problem = problemOf(end, timeoutMs)
    return { exit: end.code, output: String(all), ...(problem && { problem }), ...resultOf(String(stdout)) }
  } catch (error) {
    return { exit: null, problem: `it cannot be started: ${messageOf(error)}`, output: String(all) }
  } finally {
    if (input !== undefined) closeSync(input)
    await Promise.all(Object.values(files).map((file) => rm(file, { force: true }))).catch(() => {})
  }
}

function hookEnvironment(
  { layout, node, env }: HookSurroundings,
  { manifest }: Hook,
  installed: Installed,
  occasion: Occasion,
  manifestFile: string,
  account: Account | undefined,
): Variables {
  const { moment, pod, attempt, deploy } = occasion
  const id = pod?.id ?? ''
  const hash = pod?.hash ?? ''
  return {
    ...baseEnvironment(env, account),
    ...launchableEnvironment(layout, 'hook', manifest, installed),
    HOOK: manifest.id,
    HOOK_EVENT: moment,
    HOOK_ATTEMPT: String(attempt),
    HOOK_DEPLOY: deploy,
    HOOKED_NODE: node,
    HOOKED_POD_ID: id,
    HOOKED_POD_HOME: pod === undefined ? '' : layout.home('pod', id),
    HOOKED_POD_MANIFEST: manifestFile,
    HOOKED_CONFIG_PATH: pod === undefined ? '' : layout.config('pod', id, hash),
    HOOKED_ENV_PATH: pod === undefined ? '' : layout.env('pod', id, hash),
    HOOKED_CONFIG_DIR_PATH: pod === undefined ? '' : layout.configFolder('pod', id),
    HOOKED_SYSTEM_POD_ROOT: layout.root,
    HOOKED_POD_UNIQUE_KEY: '',
    HOOKED_POD_READ_ONLY: 'false',
  }
}

/** The standard input of a hook. */
function contextOf({ node, layout }: HookSurroundings, occasion: Occasion): object {
  const { moment, pod, attempt, deploy, before, isInstalled, reason } = occasion
  return {
    format: 1,
    moment,
    node,
    deploy,
    attempt,
    ...(pod && {
      pod: pod.id,
      home: layout.home('pod', pod.id),
      hash: pod.hash,
      manifest: JSON.parse(pod.text) as Json,
    }),
    ...(before && { before: { hash: before.hash, manifest: JSON.parse(before.text) as Json } }),
    installed: isInstalled,
    ...(reason !== undefined && { reason }),
  }
}

/** Plain text is no failure, and no result. */
function resultOf(stdout: string): { readonly result?: Json } {
  if (!stdout.trimStart().startsWith('{')) return {}
  try {
    const result = keptResult(JSON.parse(stdout))
    return result === undefined ? {} : { result }
  } catch {
    return {}
  }
}

function problemOf(end: CommandEnd, timeoutMs: number): string | undefined {
  if (end.stopped === 'timeout') return `not finished within ${timeoutMs / 1000} s`
  if (end.stopped === 'cancelled') return 'the preparer was told to end'
  if (end.error !== undefined) return `it cannot be started: ${end.error.message}`
  return end.code === 0 ? undefined : exitText(end)
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
